import { TASK_STATUSES, type TaskStatus } from '#contract/video-tasks.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'

/** What a badge has room for, in characters; its description has more. */
const BADGE_LENGTH = 24

const labels: Record<TaskStatus, () => string> = {
  pending: m.status_pending,
  processing: m.status_processing,
  completed: m.status_completed,
  failed: m.status_failed,
}

/** The four statuses, each with its name for people. */
export function statusLabel(status: TaskStatus): string {
  return labels[status]()
}

/** Whether a word of the service is one of the four. */
export function isTaskStatus(word: string | null): word is TaskStatus {
  return TASK_STATUSES.some((status) => status === word)
}

/** A name for whatever status a record may carry; null is "in progress". */
export function anyStatusLabel(status: string | null): string {
  if (status === null) return m.status_in_progress()
  return isTaskStatus(status) ? statusLabel(status) : showUntrusted(status, BADGE_LENGTH)
}
