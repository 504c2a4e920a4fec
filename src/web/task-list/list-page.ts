import {
  FIRST_PAGE,
  hasFilter,
  isSameFilter,
  type VideoTask,
  type ListRequest,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import type { StatusLookup } from '#web/task-list/status-lookup.ts'
import type { ListReply, ReplyOrigin } from '#web/api/video-tasks.ts'
import { isAhead } from '#web/format/time.ts'
import { identityOf, nameInAddress } from '#web/task-list/task-identity.ts'
import {
  leavesStatusOpen,
  type StatusEvidence,
  statusEvidence,
} from '#web/task-list/status-evidence.ts'

/** Why a list shows no rows. Each of the four has its own text and its own next step. */
export type EmptyReason =
  | { kind: 'no-tasks' }
  | { kind: 'no-match' }
  | { kind: 'past-the-end'; lastPage: number }
  | { kind: 'unexplained' }

/** How a reply differs from its request, or contradicts itself. The screen always shows this. */
export type ReplyMismatch =
  | { kind: 'page'; asked: number; got: number }
  | { kind: 'page-size'; asked: number; got: number }
  | { kind: 'too-many-rows'; asked: number; got: number }
  /** the total is smaller than the number of tasks that this page alone proves */
  | { kind: 'total'; atLeast: number; got: number }
  /** tasks that were created later than the reply came, by the clock of this device */
  | { kind: 'ahead' }
  /** rows that share a task ID with another row, and the number of such IDs */
  | { kind: 'same-id'; rows: number; ids: number }

/** A task in its row, with all values that the screen derives from it. */
export interface TaskListRow {
  kind: 'task'
  /** unique on the page: the uuid, else the id, else the position */
  key: string
  task: VideoTask
  /** the status and its source */
  evidence: StatusEvidence
  /** the name of the task in an address; null: it has no usable ID */
  name: string | null
}

/** A row of the list on screen. */
export type ListRow = TaskListRow | { kind: 'unreadable'; key: string; raw: unknown }

/** A task as a reply showed it. Its evidence depends on that reply. */
export interface SeenTask {
  task: VideoTask
  evidence: StatusEvidence
  origin: ReplyOrigin
}

/** Tasks by their names in an address. */
export type NamedTasks = ReadonlyMap<string, SeenTask>

/** The rows of a page: a reply of the service, or results of a search in the same shape. */
export interface RowsReply extends ListReply {
  /** of each row, if they came with other replies */
  origins?: readonly (ReplyOrigin | undefined)[]
  /** the list that a search has looked through; undefined: a reply of the service */
  searched?: SearchedList
}

/** How much of a list a search has looked through. */
export interface SearchedList {
  /** those that were read to its end; else what the service says. null: not known */
  total: number | null
  /** it was read to its end */
  isRead: boolean
  /** it is being read on: the search may find more by itself */
  isReading: boolean
}

/** One page of the list, ready to show. All parts of the screen get rows, names and statuses from it. */
export interface ListPage {
  /** what was asked for */
  request: ListRequest
  /** when the reply came, in milliseconds since the epoch */
  readAt: number
  /** at most the requested number */
  rows: readonly ListRow[]
  /** the tasks that an address can name, in row order; if several share a name, the first one */
  tasks: NamedTasks
  /** null: the service sent no usable total, or its own rows prove the total wrong */
  total: number | null
  /** at least 1; null without a total */
  pageCount: number | null
  /** undefined: it is a page of the service, not of what a search found */
  searched?: SearchedList | undefined
  /** undefined: there are rows, or a search may find some soon */
  empty: EmptyReason | undefined
  mismatches: readonly ReplyMismatch[]
}

/**
 * Makes a page from a reply.
 *
 * @param lookup what the lookup of unfinished tasks has found so far
 */
export function listPage(reply: RowsReply, lookup?: StatusLookup): ListPage {
  const { request, readAt, total, disprovedTotal, origins } = reply
  const shown = shownRows(reply)
  const keys = rowKeys(shown)
  const rows = shown.map((row, index): ListRow => {
    const key = keys[index] ?? ''
    if (row.kind === 'unreadable') return { ...row, key }
    const { task } = row
    const found = lookup?.get(task.uuid ?? '')
    const came = origins?.[index]?.readAt ?? readAt
    const evidence = statusEvidence(task, { filter: request.status, readAt: came, found })
    return { kind: 'task', key, task, evidence, name: nameInAddress(task) }
  })
  const tasks = new Map<string, SeenTask>()
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'unreadable' || row.name === null || tasks.has(row.name)) continue
    const { name, task, evidence } = row
    tasks.set(name, { task, evidence, origin: origins?.[index] ?? reply })
  }
  // If the service sends smaller pages than requested, there are more pages.
  const pageSize = reply.pageSize !== null && reply.pageSize > 0 ? reply.pageSize : request.pageSize
  const mismatches = [...echoMismatches(reply), ...sameIds(shown)]
  if (disprovedTotal !== undefined) mismatches.push({ kind: 'total', ...disprovedTotal })
  if (tasksOf(rows).some(({ task }) => isAhead(Date.parse(task.createdAt ?? ''), readAt))) {
    mismatches.push({ kind: 'ahead' })
  }
  const pageCount = total === null ? null : Math.max(1, Math.ceil(total / pageSize))
  return {
    request,
    readAt,
    rows,
    tasks,
    total,
    pageCount,
    searched: reply.searched,
    empty:
      rows.length > 0 || reply.searched?.isReading === true
        ? undefined
        : emptyReason(request, total, pageCount),
    mismatches,
  }
}

/** The rows of a reply that are shown. A service may send more rows than requested. */
function shownRows({ request, rows }: Pick<ListReply, 'request' | 'rows'>): VideoTaskRow[] {
  return rows.slice(0, request.pageSize)
}

/** The tasks of a reply whose status follows neither from the filter nor from their own fields. */
export function tasksWithOpenStatus(reply: Pick<ListReply, 'request' | 'rows'>): VideoTask[] {
  if (reply.request.status !== undefined) return []
  const tasks = shownRows(reply).flatMap((row) => (row.kind === 'task' ? row.task : []))
  return tasks.filter((task) => leavesStatusOpen(task))
}

/** The rows that hold a task. */
export function tasksOf(rows: readonly ListRow[]): TaskListRow[] {
  return rows.filter((row) => row.kind === 'task')
}

function emptyReason(
  request: ListRequest,
  total: number | null,
  pageCount: number | null,
): EmptyReason {
  if (total === null || pageCount === null) {
    return request.pageNumber === FIRST_PAGE ? noTasks(request) : { kind: 'unexplained' }
  }
  if (total === 0) return noTasks(request)
  if (request.pageNumber > pageCount) return { kind: 'past-the-end', lastPage: pageCount }
  return { kind: 'unexplained' }
}

function noTasks(request: ListRequest): EmptyReason {
  return hasFilter(request) ? { kind: 'no-match' } : { kind: 'no-tasks' }
}

function echoMismatches({ request, pageNumber, pageSize, rows }: ListReply): ReplyMismatch[] {
  const found: ReplyMismatch[] = []
  if (pageNumber !== null && pageNumber !== request.pageNumber) {
    found.push({ kind: 'page', asked: request.pageNumber, got: pageNumber })
  }
  if (pageSize !== null && pageSize !== request.pageSize) {
    found.push({ kind: 'page-size', asked: request.pageSize, got: pageSize })
  }
  if (rows.length > request.pageSize) {
    found.push({ kind: 'too-many-rows', asked: request.pageSize, got: rows.length })
  }
  return found
}

function sameIds(rows: readonly VideoTaskRow[]): ReplyMismatch[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = identityOf(row)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const repeated = [...counts.values()].filter((count) => count > 1)
  if (repeated.length === 0) return []
  const sum = repeated.reduce((before, count) => before + count)
  return [{ kind: 'same-id', rows: sum, ids: repeated.length }]
}

/** A key for each row, unique on the page: uuid, else id, else position. */
function rowKeys(rows: readonly VideoTaskRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map((row, index) => {
    const name = identityOf(row) ?? `at ${index}`
    const repeats = seen.get(name) ?? 0
    seen.set(name, repeats + 1)
    // The count comes first, so no text from the service can make a key equal to another row's key.
    return `${repeats} ${name}`
  })
}

/** Whether two replies answer the same request. */
export function isSameRequest(
  a: Pick<ListPage, 'request'> | undefined,
  b: Pick<ListPage, 'request'>,
): boolean {
  return (
    a !== undefined &&
    isSameList(a.request, b.request) &&
    a.request.pageNumber === b.request.pageNumber
  )
}

/** Whether two requests page through the same list. Then the list has the same length for both. */
export function isSameList(a: ListRequest, b: ListRequest): boolean {
  return isSameFilter(a, b) && a.pageSize === b.pageSize
}
