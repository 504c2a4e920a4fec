import { TASK_STATUS, type VideoTaskRow } from '#contract/video-tasks.ts'
import { elapsedMs } from '#web/video-task/elapsed.ts'
import type { Period } from '#web/insights/reading/calendar.ts'
import { shapeOf } from '#web/video-task/failure/failure-shape.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { factsOf, isFinished, type StatusKind } from '#web/insights/reading/task-facts.ts'

/** The tasks in scope that a mark stands for. */
export type Selection =
  | (Period & {
      by: 'period'
      /** only tasks with a price, or only those that have completed or failed; undefined: all */
      only?: 'priced' | 'finished' | undefined
      /** undefined: any status */
      kind?: StatusKind | undefined
    })
  /** milliseconds; `to` is not included, and null means no limit */
  | { by: 'elapsed'; from: number; to: number | null }
  | { by: 'failure'; shape: string }

/** Whether a mark stands for a row. It agrees with the count of TaskTally. */
export function isSelected(row: VideoTaskRow, selection: Selection, scope: InsightsScope): boolean {
  if (row.kind === 'unreadable') return false
  const { task } = row
  const { kind, day, place } = factsOf(task, scope)
  if (place !== 'inside') return false
  switch (selection.by) {
    case 'period': {
      if (day === null || day < selection.first || day > selection.last) return false
      if (selection.only === 'priced' && task.price === null) return false
      if (selection.only === 'finished' && !isFinished(kind)) return false
      return selection.kind === undefined || selection.kind === kind
    }
    case 'elapsed': {
      const elapsed = elapsedMs(task.createdAt, task.completedAt)
      return elapsed !== null && elapsed >= selection.from && elapsed < (selection.to ?? Infinity)
    }
    case 'failure':
      return kind === TASK_STATUS.failed && shapeOf(task.errorMsg ?? '') === selection.shape
  }
}
