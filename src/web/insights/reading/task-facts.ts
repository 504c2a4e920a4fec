import {
  TASK_STATUS,
  TASK_STATUSES,
  type TaskStatus,
  type VideoTask,
} from '#contract/video-tasks.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { type DayNumber, dayOf } from '#web/insights/reading/calendar.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'

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

/** What the plots use of a task. */
export interface TaskFacts {
  kind: StatusKind
  /** the service did not say the status; it was inferred from other fields */
  isInferred: boolean
  /** the day of creation; null: not known */
  day: DayNumber | null
  /** outside: not of the days of the scope; nowhere: the scope has days, and the day of the task is not known */
  place: 'inside' | 'outside' | 'nowhere'
}

/** What a task counts as in a scope. */
export function factsOf(task: VideoTask, scope: InsightsScope): TaskFacts {
  const { status, source } = statusEvidence(task, { filter: scope.status, readAt: 0 })
  const day = task.createdAt === null ? null : dayOf(Date.parse(task.createdAt))
  return {
    kind: status === null ? 'open' : (TASK_STATUSES.find((known) => known === status) ?? 'other'),
    isInferred: source === 'inferred',
    day,
    place: placeIn(scope, day),
  }
}

function placeIn({ from, to }: InsightsScope, day: DayNumber | null): TaskFacts['place'] {
  if (from === undefined && to === undefined) return 'inside'
  if (day === null) return 'nowhere'
  return day >= (from ?? -Infinity) && day <= (to ?? Infinity) ? 'inside' : 'outside'
}

/** Whether a task has completed or failed. The success rate is a share of these. */
export function isFinished(kind: StatusKind): boolean {
  return kind === TASK_STATUS.completed || kind === TASK_STATUS.failed
}
