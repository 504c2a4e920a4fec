import { allVideoTasks } from '#web/api/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { carriedName, type SeenTask } from '#web/tasks/seen-task.ts'

/** Keeps a task that was found elsewhere than on the page on screen, for its details; it goes with the session. */
export function rememberFound(session: ApiSession, seen: SeenTask): void {
  const { queryClient } = session
  const name = carriedName(seen.task)
  if (name === undefined) return
  // No query watches it: the cache would forget it in five minutes, with its details open.
  queryClient.setQueryDefaults(allFound(session), { gcTime: Infinity })
  queryClient.setQueryData([...allFound(session), name], seen)
}

/** The task that an address names, where it was found in this session. */
export function foundBefore(session: ApiSession, name: string): SeenTask | undefined {
  return session.queryClient.getQueryData([...allFound(session), name])
}

function allFound(session: ApiSession) {
  return [...allVideoTasks(session), 'found']
}
