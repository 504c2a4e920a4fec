import { TASK_STATUS, type VideoTaskRow } from '#contract/video-tasks.ts'
import { elapsedMs } from '#web/video-task/elapsed.ts'
import type { Period } from '#web/insights/reading/calendar.ts'
import { shapeOf } from '#web/insights/reading/failure-shape.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { factsOf, isFinished, type StatusKind } from '#web/insights/reading/task-facts.ts'

/** Which of the tasks in scope a bar stands for. */
export type Selection =
  | (Period & {
      by: 'period'
      /** only: with a price; finished, well or not; undefined: all of them */
      only?: 'priced' | 'finished' | undefined
      /** undefined: whatever status */
      kind?: StatusKind | undefined
    })
  /** milliseconds; to is not included, null: no bound */
  | { by: 'elapsed'; from: number; to: number | null }
  | { by: 'failure'; shape: string }

/** Whether a row is one of those that a bar stands for: as many are as the tally has counted. */
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
