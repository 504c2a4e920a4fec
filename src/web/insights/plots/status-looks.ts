import { m } from '#web/messages/generated/messages.js'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/status-label.ts'
import type { StatusKind } from '#web/insights/reading/task-facts.ts'

/** How each kind is filled: the status's own colour, an outline where it is not known which. */
export const STATUS_FILLS: Readonly<Record<StatusKind, string>> = {
  completed: 'fill-completed',
  failed: 'fill-failed',
  processing: 'fill-processing',
  pending: 'fill-pending',
  open: 'fill-pending-soft stroke-pending',
  other: 'fill-hover stroke-edge',
}

/** A kind's name for people. */
export function kindLabel(kind: StatusKind): string {
  if (kind === 'other') return m.insights_other_status()
  return anyStatusLabel(isTaskStatus(kind) ? kind : null)
}
