import type { InvalidInput } from '#contract/invalid-input.ts'
import type { VideoTask, ListRequest } from '#contract/video-tasks.ts'
import type { ListView } from '#web/tasks/views/list-view.ts'

/** The parsed address of the screen. */
export interface TasksAddress {
  /** always valid */
  request: ListRequest
  /** the invalid parts of the address */
  ignored: readonly InvalidInput[]
  /** the task whose details are open: its uuid or its number */
  task: string | undefined
  /** the address of the list without a task */
  list: string
  /** undefined: the one that was chosen last */
  view: ListView | undefined
}

/** The navigation that the screen can request. */
export interface TasksNavigation {
  onRequestChange: (request: ListRequest) => void
  /** isStep: replaces the open task in the history; no task: closes the details */
  onTaskChange: (task?: string, isStep?: boolean) => void
  onViewChange: (view: ListView) => void
  onReplaceKey: () => void
  /** opens the dialog for another key automatically, with the reason */
  onKeyRefused: () => void
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

/**
 * The address of a list with one of its tasks open.
 *
 * @param list the address of the list, such as /tasks?status=failed
 * @param name the result of nameInAddress
 */
export function taskAddress(list: string, name: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${String(new URLSearchParams({ task: name }))}`
}

/** The open task of an address: its uuid or number. Other values are reported as ignored. */
export function readOpenTask({ task: value }: { task?: unknown }): {
  task?: string
  invalid: InvalidInput<'task'>[]
} {
  const task = typeof value === 'number' ? String(value) : value
  if (typeof task === 'string' && task !== '' && task.length <= MAX_NAME_LENGTH) {
    return { task, invalid: [] }
  }
  const rule = { type: 'task-id' } as const
  return { invalid: value === undefined ? [] : [{ name: 'task', value, rule }] }
}
