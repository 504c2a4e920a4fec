import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'

/** Longest ID that an address carries, in characters: a host refuses a long request line. */
export const MAX_NAME_LENGTH = 200

/**
 * What an address calls a task: its uuid, else its number.
 *
 * @returns null where it has neither, or none that an address can carry
 */
export function nameInAddress({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string | null {
  if (uuid !== null && uuid.length <= MAX_NAME_LENGTH) return uuid
  return id === null ? null : String(id)
}

/** What an address calls the task of a row. null: nothing, or there is none */
export function rowName(row: VideoTaskRow): string | null {
  return row.kind === 'task' ? nameInAddress(row.task) : null
}

/**
 * The address of a list with one of its tasks open.
 *
 * @param list the list's own, such as /tasks?status=failed
 * @param name as nameInAddress gives it
 */
export function taskAddress(list: string, name: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${String(new URLSearchParams({ task: name }))}`
}
