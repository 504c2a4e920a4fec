import type { ApiSession } from '#web/api/session.tsx'
import { allVideoTasks } from '#web/api/video-tasks.ts'

/** The prefix of the query keys of all scans. */
export function allScans(session: ApiSession) {
  return [...allVideoTasks(session), 'whole'] as const
}

/** The prefix of the query keys of all searches. */
export function allSearches(session: ApiSession) {
  return [...allVideoTasks(session), 'search'] as const
}
