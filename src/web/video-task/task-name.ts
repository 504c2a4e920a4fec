import type { VideoTask } from '#contract/video-tasks.ts'
import { showUntrusted, startOf } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'

/** The length of a short uuid. It distinguishes the tasks of one account, and is easy to read out. */
const SHORT_LENGTH = 8

/** A task's short name: the start of its uuid, else its number. */
export function taskName({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string {
  if (uuid !== null) return showUntrusted(startOf(uuid, SHORT_LENGTH), SHORT_LENGTH)
  return id === null ? m.tasks_no_id() : m.tasks_number({ id })
}
