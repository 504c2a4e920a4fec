import { allVideoTasks } from '#web/api/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { nameInAddress } from '#web/tasks/task-address.ts'
import type { SeenTask } from '#web/tasks/seen-task.ts'

/** Keeps a task that was found elsewhere than on the page on screen, for its details; it goes with the session. */
export function rememberFound(session: ApiSession, seen: SeenTask): void {
  session.queryClient.setQueryData(keyOf(session, nameInAddress(seen.task)), seen)
}

/** The task of this name that was found a moment ago. */
export function foundBefore(session: ApiSession, name: string): SeenTask | undefined {
  return session.queryClient.getQueryData(keyOf(session, name))
}

function keyOf(session: ApiSession, name: string | null) {
  return [...allVideoTasks(session), 'found', name]
}
