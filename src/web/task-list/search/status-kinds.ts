import { TASK_STATUS, type TaskStatus } from '#contract/video-tasks.ts'

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
