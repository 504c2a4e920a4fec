import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'

/** The identity of a row on any page: its uuid, else its id. A uuid that consists of digits is not an id. */
export function identityOf(row: VideoTaskRow): string | undefined {
  return row.kind === 'unreadable' ? undefined : identityOfTask(row.task)
}

/** The identity of a task, see identityOf. */
export function identityOfTask({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string | undefined {
  if (uuid !== null) return `uuid ${uuid}`
  return id === null ? undefined : `id ${id}`
}

/** The longest ID in an address, in characters. Hosts refuse long request lines. */
const MAX_NAME_LENGTH = 200

/**
 * The name of a task in an address: its uuid, else its number. A lone surrogate cannot be part of a URL.
 * It becomes U+FFFD, so that the name equals the one that is read back from the address.
 *
 * @returns null if the task has neither, or only an ID that is too long
 */
export function nameInAddress({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string | null {
  if (uuid !== null && uuid.length <= MAX_NAME_LENGTH) return uuid.replaceAll(/\p{Cs}/gu, '\ufffd')
  return id === null ? null : String(id)
}

/** Whether a value from an address can name a task. */
export function isNameInAddress(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH
}
