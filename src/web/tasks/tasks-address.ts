import type { InvalidInput } from '#contract/invalid-input.ts'
import {
  FIRST_PAGE,
  type ListParams,
  type ListRequest,
  listQueryString,
  readListRequest,
} from '#contract/video-tasks.ts'
import { readSearchText, type TaskSearch } from '#web/task-list/search/search-address.ts'
import type { SearchProps } from '#web/video-task/search/search-box.tsx'
import type { SortKey, TaskSort } from '#web/task-list/search/task-index.ts'
import { isNameInAddress } from '#web/task-list/task-identity.ts'
import { LIST_VIEWS, type ListView } from '#web/tasks/views/list-view.ts'

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
  search?: TaskSearch
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

/** The parameters of a search. */
export function searchParams(search: TaskSearch | undefined): { q?: string; sort?: string } {
  if (search === undefined) return {}
  const { text, sort } = search
  return {
    ...(text !== '' && { q: text }),
    ...(sort !== undefined && { sort: writeSort(sort) }),
  }
}

/** The address of a list as a saved view has it: with its search and its order, from the first page on. */
export function savedAddress({
  request,
  search,
}: Pick<TasksAddress, 'request' | 'search'>): string {
  return Object.entries(searchParams(search)).reduce(
    (address, [name, value]) => withParam(address, name, value),
    listAddress({ ...request, pageNumber: FIRST_PAGE }),
  )
}

/** The search that finds a task by its name in an address. */
export function searchForTask(name: string): TaskSearch {
  return { text: /^\d+$/.test(name) ? `#${name}` : name, sort: undefined }
}

/** The navigation that the screen can request. */
export interface TasksNavigation {
  onRequestChange: (request: ListRequest) => void
  /** shows the list of a saved view */
  onSavedView: (address: string) => void
  onSearchChange: SearchProps['onSearchChange']
  /** isStep: replaces the open task in the history; no task: closes the details */
  onTaskChange: (task?: string, isStep?: boolean) => void
  /** looks for the open task in the whole account; undefined: the address does that */
  onTaskSearch: (() => void) | undefined
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
