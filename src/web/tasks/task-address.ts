import type { InvalidInput } from '#contract/invalid-input.ts'
import type { VideoTask, VideoTaskListParams } from '#contract/video-tasks.ts'

/** What the address of the screen asks for. */
export interface TasksAddress {
  /** always valid */
  params: VideoTaskListParams
  /** what the address asked for and could not have */
  ignored: readonly InvalidInput[]
  /** the task whose details are open, by its uuid or its number */
  task: string | undefined
  /** the address of the list without a task */
  list: string
}

/** The ways out of the screen. */
export interface TasksNavigation {
  onParamsChange: (params: VideoTaskListParams) => void
  /** isStep: in place of the task that is open; no task: closes the details */
  onTaskChange: (task?: string, isStep?: boolean) => void
  onReplaceKey: () => void
  /** asks for another key without being asked, and says why */
  onKeyRefused: () => void
}

/** Longest ID that an address carries, in characters: a host refuses a long request line. */
export const MAX_NAME_LENGTH = 200

/**
 * What an address calls a task: its uuid, else its number. A half of a surrogate pair, which no URL
 * can carry, becomes U+FFFD, so that the name equals the one that the address gives back.
 *
 * @returns null where the task has neither, or none that an address can carry
 */
export function nameInAddress({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string | null {
  if (uuid !== null && uuid.length <= MAX_NAME_LENGTH) return uuid.replaceAll(/\p{Cs}/gu, '\ufffd')
  return id === null ? null : String(id)
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
