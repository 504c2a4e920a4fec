import { TASK_STATUS, TASK_STATUSES, type TaskStatus } from '#contract/video-tasks.ts'
import type { SearchedStatus } from '#web/task-list/search/search-readers.ts'

/**
 * What a task counts as: one of the four statuses; `open`, pending or processing, if the list does not say which; `other`,
 * a status that the app does not know.
 */
export type StatusKind = TaskStatus | 'open' | 'other'

/** From the bottom of a stacked bar to its top. Tasks that have ended come first. */
export const STATUS_KINDS: readonly StatusKind[] = [
  TASK_STATUS.completed,
  TASK_STATUS.failed,
  TASK_STATUS.processing,
  TASK_STATUS.pending,
  'open',
  'other',
]

/** What a status counts as. @param status of a task's evidence */
export function kindOf(status: string | null): StatusKind {
  if (status === null) return 'open'
  return TASK_STATUSES.find((known) => known === status) ?? 'other'
}

/** What a status that is searched for stands for. */
export function kindsOf(status: Exclude<SearchedStatus, 'unfinished'>): readonly StatusKind[] {
  if (status === 'ended') return [TASK_STATUS.completed, TASK_STATUS.failed]
  // A list does not say whether an open task is pending or processing.
  const isOpen = status === TASK_STATUS.pending || status === TASK_STATUS.processing
  return isOpen ? [status, 'open'] : [status]
}
