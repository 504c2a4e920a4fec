import { allVideoTasks } from '#web/api/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'

/** Keeps a task that was found on another page for its details, until the session ends. */
export function rememberFound(session: ApiSession, seen: SeenTask): void {
  const { queryClient } = session
  const name = nameInAddress(seen.task)
  if (name === null) return
  // No query observes it, so the cache would drop it after five minutes, even with its details open.
  queryClient.setQueryDefaults(allFound(session), { gcTime: Infinity })
  queryClient.setQueryData([...allFound(session), name], seen)
}

/** The task that an address names, if it was found in this session. */
export function foundBefore(session: ApiSession, name: string): SeenTask | undefined {
  return session.queryClient.getQueryData([...allFound(session), name])
}

function allFound(session: ApiSession) {
  return [...allVideoTasks(session), 'found']
}
