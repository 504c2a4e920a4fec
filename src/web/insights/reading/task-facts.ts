import {
  TASK_STATUS,
  TASK_STATUSES,
  type TaskStatus,
  type VideoTask,
} from '#contract/video-tasks.ts'
import { statusEvidence } from '#web/video-task/status-evidence.ts'
import { type DayNumber, dayOf } from '#web/insights/reading/calendar.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'

/**
 * What a task counts as: one of the four; `open`, neither finished nor failed, where the list does
 * not tell which; `other`, a word of the service's own.
 */
export type StatusKind = TaskStatus | 'open' | 'other'

/** In the order in which bars are stacked: what is settled stands at the bottom. */
export const STATUS_KINDS: readonly StatusKind[] = [
  TASK_STATUS.completed,
  TASK_STATUS.failed,
  TASK_STATUS.processing,
  TASK_STATUS.pending,
  'open',
  'other',
]

/** What plots make of a task. */
export interface TaskFacts {
  kind: StatusKind
  /** the status follows from the task's fields; nobody said it */
  isInferred: boolean
  /** of its creation; null: not known */
  day: DayNumber | null
  /** outside: of other days than the scope's; nowhere: of a day that is not known, where days count */
  place: 'inside' | 'outside' | 'nowhere'
}

/** Reads off a task what counts in a scope. */
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

/** Whether a task has come to an end, well or not: of these a share has succeeded. */
export function isFinished(kind: StatusKind): boolean {
  return kind === TASK_STATUS.completed || kind === TASK_STATUS.failed
}
