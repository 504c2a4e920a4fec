import type { InvalidInput } from '#contract/invalid-input.ts'
import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  type ListParams,
  listParams,
  type ListRequest,
  readListRequest,
} from '#contract/video-tasks.ts'
import { parseAddress, writeAddress } from '#web/format/address.ts'
import { readSearchText, type TaskSearch } from '#web/task-list/search/search-address.ts'
import type { SortKey, TaskSort } from '#web/task-list/search/task-index.ts'
import { isNameInAddress } from '#web/task-list/task-identity.ts'

/** Every view, the default first. */
const LIST_VIEWS = ['table', 'gallery'] as const
/** How the list shows its tasks: as rows, or as tiles with pictures. */
export type ListView = (typeof LIST_VIEWS)[number]

/** The name of the chosen view in localStorage. */
export const LIST_VIEW_ENTRY = 'marquee.list-view'

/** Reads a stored text. A table is the default. */
export function readListView(text: string | null): ListView {
  return text === 'gallery' ? text : 'table'
}

/** The parameters of an address of /tasks, as they are written. */
export interface TasksParams extends ListParams {
  /** the task whose details are open: its uuid or its number */
  task?: string | undefined
  view?: ListView | undefined
  /** what is searched for */
  q?: string | undefined
  /** the first and the last day of creation, in links that were made elsewhere */
  from?: string | undefined
  to?: string | undefined
  /** what the results are sorted by, with a − in front for descending */
  sort?: string | undefined
}

/** What an address of /tasks says. */
export interface TasksAddress {
  /** always valid */
  request: ListRequest
  /** what the whole list is searched for; undefined: the pages of the service are shown */
  search?: TaskSearch | undefined
  /** the task whose details are open: its uuid or its number */
  task?: string | undefined
  /** undefined: the one that was chosen last */
  view?: ListView | undefined
  /** the invalid parameters */
  ignored: readonly InvalidInput[]
}

/** What an address of /tasks is made from. What is left out has its default. */
export type TasksPlace = Omit<TasksAddress, 'request' | 'ignored'> & {
  request?: Partial<ListRequest>
}

/** Reads an address of /tasks. */
export function readTasksLink(address: string): TasksAddress {
  const [, query = ''] = address.split('?')
  return readTasksAddress(parseAddress(query))
}

/** Reads the parameters of an address, all of them at once. What it does not say is left out, and not undefined. */
export function readTasksAddress(raw: Readonly<Record<string, unknown>>): TasksAddress {
  const { request, invalid } = readListRequest(raw)
  const { text, invalid: unsearched } = readSearchText(raw)
  const ignored: InvalidInput[] = [...invalid, ...unsearched]
  // A router reads digits as a number.
  const task = typeof raw['task'] === 'number' ? String(raw['task']) : raw['task']
  const sort = SORTS.find((one) => one === raw['sort'])
  const view = LIST_VIEWS.find((one) => one === raw['view'])
  const isTask = isNameInAddress(task)
  if (!isTask && task !== undefined) {
    ignored.push({ name: 'task', value: task, rule: { type: 'task-id' } })
  }
  if (view === undefined && raw['view'] !== undefined) {
    const rule = { type: 'one-of', values: LIST_VIEWS } as const
    ignored.push({ name: 'view', value: raw['view'], rule })
  }
  if (sort === undefined && raw['sort'] !== undefined) {
    ignored.push({ name: 'sort', value: raw['sort'], rule: { type: 'one-of', values: SORTS } })
  }
  return {
    request,
    ignored,
    ...((text !== '' || sort !== undefined) && { search: { text, sort: readSort(sort) } }),
    ...(isTask && { task }),
    ...(view !== undefined && { view }),
  }
}

const SORT_KEYS: readonly SortKey[] = ['status', 'price', 'created', 'elapsed']

/** Whether a column can be sorted, by its name. */
export function isSortKey(id: string): id is SortKey {
  return SORT_KEYS.some((key) => key === id)
}

const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`])

/** Reads an order. @returns undefined if the text names no order */
export function readSort(text = ''): TaskSort | undefined {
  const by = SORT_KEYS.find((key) => text === key || text === `-${key}`)
  return by && { by, isDescending: text.startsWith('-') }
}

/** Writes an order as an address has it. */
export function writeSort({ by, isDescending }: TaskSort): string {
  return `${isDescending ? '-' : ''}${by}`
}

/** The parameters of an address of /tasks, for the router. */
export function tasksParams({ request, search, task, view }: TasksPlace): TasksParams {
  const { text: q, sort } = search ?? {}
  return {
    ...listParams({ ...DEFAULT_LIST_REQUEST, ...request }),
    ...(q !== undefined && q !== '' && { q }),
    ...(sort && { sort: writeSort(sort) }),
    ...(view && { view }),
    ...(task !== undefined && { task }),
  }
}

/** Writes an address of /tasks, such as /tasks?status=failed. */
export function tasksAddress(place: TasksPlace): string {
  return `/tasks${writeAddress({ ...tasksParams(place) })}`
}

/** The address of a list with one of its tasks open. @param name the result of nameInAddress */
export function taskAddress(list: string, name: string): string {
  return taskAddresses(list)(name)
}

/** Makes the addresses of the tasks of a list. It is read once for all of its rows. */
export function taskAddresses(list: string): (name: string) => string {
  const closed = tasksAddress({ ...readTasksLink(list), task: undefined })
  // The task is written last.
  const start = `${closed}${closed.includes('?') ? '&' : '?'}task=`
  return (task) => start + encodeURIComponent(task)
}

/** The address of a list as a saved view has it: with its search and its order, from the first page on. */
export function savedAddress({ request, search }: TasksAddress): string {
  return tasksAddress({ request: { ...request, pageNumber: FIRST_PAGE }, search })
}

/** The search that finds a task by its name in an address. */
export function searchForTask(name: string): TaskSearch {
  return { text: /^\d+$/.test(name) ? `#${name}` : name, sort: undefined }
}
