import type { ExactNumber } from '#contract/record.ts'
import type { InputRule, InvalidInput } from '#contract/invalid-input.ts'

/** The states of a task (spec: "States and transitions"). */
export const TASK_STATUS = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
} as const
export type TaskStatus = keyof typeof TASK_STATUS
export const TASK_STATUSES: readonly TaskStatus[] = Object.values(TASK_STATUS)

/** The scenes a list can be restricted to (spec: "List video tasks", scene). */
export const TASK_SCENES = ['celebrity'] as const
export type TaskScene = (typeof TASK_SCENES)[number]

/** Bounds of page and page_size (spec: "Limits"). */
export const FIRST_PAGE = 1
const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

/** The filters of a list request: which tasks it asks for (spec: "List video tasks"). undefined: no filtering. */
export interface ListFilters {
  status?: TaskStatus | undefined
  scene?: TaskScene | undefined
}
export type FilterName = keyof ListFilters

/** The values of each filter. A new filter is a member of ListFilters and an entry here. */
const FILTER_VALUES: {
  readonly [Name in FilterName]: readonly NonNullable<ListFilters[Name]>[]
} = { status: TASK_STATUSES, scene: TASK_SCENES }

/** The filters' names, in the order in which they are written. */
export const FILTER_NAMES = Object.keys(FILTER_VALUES).filter((name): name is FilterName =>
  Object.hasOwn(FILTER_VALUES, name),
)

/** One list request, complete: which tasks, and which page of them (spec: "List video tasks"). */
export interface ListRequest extends ListFilters {
  pageNumber: number
  pageSize: number
}

/** The defaults of the service for a list request without parameters. */
export const DEFAULT_LIST_REQUEST: ListRequest = {
  pageNumber: FIRST_PAGE,
  pageSize: DEFAULT_PAGE_SIZE,
}

/** The parameters' names, in the order in which they are written. */
export const LIST_PARAM_NAMES = [...FILTER_NAMES, 'page', 'page_size'] as const
export type ListParamName = (typeof LIST_PARAM_NAMES)[number]

/** The filters of a request, without its page. */
export function filtersOf(request: ListFilters): ListFilters {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, request[name]]))
}

/** The names of the filters besides the status, which has totals and a control of its own. */
export const OTHER_FILTER_NAMES = /* @__PURE__ */ FILTER_NAMES.filter((name) => name !== 'status')

/** The filters of a request besides the status. */
export function otherFilters(request: ListFilters): ListFilters {
  return { ...filtersOf(request), status: undefined }
}

/** A request with another value of a filter. Any other text removes the filter. */
export function withFilter<Request extends ListFilters>(
  request: Request,
  name: FilterName,
  value: unknown,
): Request {
  return { ...request, [name]: FILTER_VALUES[name].find((known) => known === value) }
}

/** Whether a request asks for some of the tasks only. */
export function hasFilter(request: ListFilters): boolean {
  return FILTER_NAMES.some((name) => request[name] !== undefined)
}

/** Whether two requests ask for the same tasks. */
export function isSameFilter(a: ListFilters, b: ListFilters): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name])
}

/** A list request as read from an address, and the values that were invalid. */
export interface ListRequestReading {
  request: ListRequest
  invalid: InvalidInput<ListParamName>[]
}

/**
 * Reads the parameters from a query string or an address. An absent one takes its default. An
 * invalid one does, too, and is reported: a server answers 400, the page says which one it ignored.
 *
 * @param raw parameter name → its value; a repeated one is an array and therefore invalid
 */
export function readListRequest(raw: Readonly<Record<string, unknown>>): ListRequestReading {
  const invalid: InvalidInput<ListParamName>[] = []
  function check<Value>(name: ListParamName, rule: InputRule, found: Value | undefined) {
    if (raw[name] !== undefined && found === undefined)
      invalid.push({ name, value: raw[name], rule })
    return found
  }
  let filters: ListFilters = {}
  for (const name of FILTER_NAMES) {
    filters = withFilter(filters, name, raw[name])
    check(name, { type: 'one-of', values: FILTER_VALUES[name] }, filters[name])
  }
  const page = readInteger(raw['page'], PAGE_RULE)
  const size = readInteger(raw['page_size'], PAGE_SIZE_RULE)
  const request = {
    ...filters,
    pageNumber: check('page', PAGE_RULE, page) ?? FIRST_PAGE,
    pageSize: check('page_size', PAGE_SIZE_RULE, size) ?? DEFAULT_PAGE_SIZE,
  }
  return { request, invalid }
}

const PAGE_RULE = { type: 'integer', min: FIRST_PAGE } as const
const PAGE_SIZE_RULE = { type: 'integer', min: 1, max: MAX_PAGE_SIZE } as const

/** In a query string a number is text; in a router's search it may be either. */
function readInteger(
  value: unknown,
  { min, max = Infinity }: { min: number; max?: number },
): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  const isWithin = isSafeInteger(number) && number >= min && number <= max
  return isWithin ? number : undefined
}

function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** The parameters as they stand in addresses and query strings. */
export type ListParams = Partial<Record<ListParamName, string | number>>

/** The parameters of a list request that differ from the defaults. Only these are written. */
export function listParams(request: ListRequest): ListParams {
  const { pageNumber: page, pageSize: size } = request
  const set = FILTER_NAMES.filter((name) => request[name] !== undefined)
  return {
    ...Object.fromEntries(set.map((name) => [name, request[name]])),
    ...(page !== FIRST_PAGE && { page }),
    ...(size !== DEFAULT_PAGE_SIZE && { page_size: size }),
  }
}

/** The query string of a list request, with its `?`, or '' if every parameter has its default. */
export function listQueryString(request: ListRequest): string {
  const given = listParams(request)
  const pairs = LIST_PARAM_NAMES.filter((name) => given[name] !== undefined).map(
    (name) => `${name}=${String(given[name])}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/**
 * A task record as our local service writes it (spec: "Video task record"). Which fields may be
 * absent or null: not shown. Here the last three are null until they have a value.
 */
export interface VideoTaskRecord {
  id: number
  uuid: string
  price: number
  created_at: string
  updated_at: string
  video_url: string | null
  error_msg: string | null
  completed_at: string | null
}

/** The list operation's payload as a service writes it (spec: "Video task list payload"). */
export interface VideoTaskListPayload {
  list: VideoTaskRecord[]
  total: number
  page: number
  page_size: number
}

/**
 * A task as it was read. null: the field was absent, null, or of an unexpected type; the
 * latter are listed in `unreadFields`. `status` and `scene` are not in the specification, but records
 * of real services carry them.
 */
export interface VideoTask {
  id: ExactNumber | null
  uuid: string | null
  price: ExactNumber | null
  /** ISO 8601 text with a zone, always a valid point in time; so are the other times */
  createdAt: string | null
  updatedAt: string | null
  completedAt: string | null
  videoUrl: string | null
  errorMsg: string | null
  status: string | null
  scene: string | null
  /** names of the record's fields that hold something unexpected */
  unreadFields: string[]
  /** the record as received */
  raw: unknown
}

/** One place in the list: a task, or a record that could not be read at all. */
export type VideoTaskRow = { kind: 'task'; task: VideoTask } | { kind: 'unreadable'; raw: unknown }

/** The list that a service sent, as it was read. null: not in the reply, or not usable. */
export interface ReceivedList {
  rows: VideoTaskRow[]
  total: number | null
  pageNumber: number | null
  pageSize: number | null
  /** a total that is too small for the rows of this page; `total` is then null */
  disprovedTotal?: { got: number; atLeast: number }
}
