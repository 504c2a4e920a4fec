import { TASK_STATUSES, type TaskScene, type TaskStatus } from '#contract/video-tasks.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'

/** The maximum length of a badge text, in characters. The description is longer. */
const BADGE_LENGTH = 24

const statuses: Record<TaskStatus, () => string> = {
  pending: m.status_pending,
  processing: m.status_processing,
  completed: m.status_completed,
  failed: m.status_failed,
}

const scenes: Record<TaskScene, () => string> = { celebrity: m.scene_celebrity }

/** The display name of a scene. */
export function sceneLabel(scene: TaskScene): string {
  return scenes[scene]()
}

/** The display names of the four statuses. */
export function statusLabel(status: TaskStatus): string {
  return statuses[status]()
}

/** Whether a text from the service is one of the four statuses. */
export function isTaskStatus(word: string | null): word is TaskStatus {
  return TASK_STATUSES.some((status) => status === word)
}

/** The display name of any status in a record; null is "in progress". */
export function anyStatusLabel(status: string | null): string {
  if (status === null) return m.status_in_progress()
  return isTaskStatus(status) ? statusLabel(status) : showUntrusted(status, BADGE_LENGTH)
}
