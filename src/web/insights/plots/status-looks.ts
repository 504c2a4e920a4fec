import { m } from '#web/messages/generated/messages.js'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/status-label.ts'
import type { StatusKind } from '#web/insights/reading/task-facts.ts'

/** The fill of each kind: the colour of its status, or an outline if the status is not known. */
export const STATUS_FILLS: Readonly<Record<StatusKind, string>> = {
  completed: 'fill-completed',
  failed: 'fill-failed',
  processing: 'fill-processing',
  pending: 'fill-pending',
  open: 'fill-pending-soft stroke-pending',
  other: 'fill-hover stroke-edge',
}

/** The name of a kind on screen. */
export function kindLabel(kind: StatusKind): string {
  if (kind === 'other') return m.insights_other_status()
  return anyStatusLabel(isTaskStatus(kind) ? kind : null)
}
