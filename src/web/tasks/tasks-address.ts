import type { InvalidInput } from '#contract/invalid-input.ts'
import {
  type ListParams,
  type ListRequest,
  listQueryString,
  readListRequest,
} from '#contract/video-tasks.ts'
import { isNameInAddress } from '#web/task-list/task-identity.ts'
import { LIST_VIEWS, type ListView } from '#web/tasks/views/list-view.ts'

/** The parameters of an address of /tasks, as they are written. */
export interface TasksParams extends ListParams {
  /** the task whose details are open: its uuid or its number */
  task?: string | undefined
  view?: ListView | undefined
}

/** What an address of /tasks says. */
export interface TasksAddress {
  /** always valid */
  request: ListRequest
  /** the task whose details are open: its uuid or its number */
  task?: string
  /** undefined: the one that was chosen last */
  view?: ListView
  /** the invalid parameters */
  ignored: readonly InvalidInput[]
}

/** Reads the parameters of an address, all of them at once. */
export function readTasksAddress(raw: Readonly<Record<string, unknown>>): TasksAddress {
  const { request, invalid } = readListRequest(raw)
  const ignored: InvalidInput[] = [...invalid]
  const task = typeof raw['task'] === 'number' ? String(raw['task']) : raw['task']
  const view = LIST_VIEWS.find((one) => one === raw['view'])
  const isTask = isNameInAddress(task)
  if (!isTask && task !== undefined) {
    ignored.push({ name: 'task', value: task, rule: { type: 'task-id' } })
  }
  if (view === undefined && raw['view'] !== undefined) {
    const rule = { type: 'one-of', values: LIST_VIEWS } as const
    ignored.push({ name: 'view', value: raw['view'], rule })
  }
  return { request, ignored, ...(isTask && { task }), ...(view !== undefined && { view }) }
}

/** The navigation that the screen can request. */
export interface TasksNavigation {
  onRequestChange: (request: ListRequest) => void
  /** isStep: replaces the open task in the history; no task: closes the details */
  onTaskChange: (task?: string, isStep?: boolean) => void
  onViewChange: (view: ListView) => Promise<void>
  onReplaceKey: () => void
  /** opens the dialog for another key automatically, with the reason */
  onKeyRefused: () => void
}

/** The address of a list, such as /tasks?status=failed. */
export function listAddress(request: ListRequest): string {
  return `/tasks${listQueryString(request)}`
}

/**
 * The address of a list with one of its tasks open.
 *
 * @param list the address of the list
 * @param name the result of nameInAddress
 */
export function taskAddress(list: string, name: string): string {
  return withParam(list, 'task', name)
}

/** Names the view in the address of a list. A table is not named: its reader may have chosen the gallery. */
export function withView(list: string, view: ListView): string {
  return view === 'table' ? list : withParam(list, 'view', view)
}

function withParam(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${String(new URLSearchParams({ [name]: value }))}`
}
