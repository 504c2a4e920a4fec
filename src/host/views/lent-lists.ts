import { errorEnvelope, isSuccessCode, successEnvelope } from '#contract/envelope.ts'
import { stringifyExactJson } from '#contract/exact-json.ts'
import {
  HOST_ERROR_CODE_HEADER,
  isRefusedByHost,
  readHostErrorCode,
} from '#contract/host-error-code.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import {
  FIRST_PAGE,
  listQueryString,
  type ListRequest,
  MAX_PAGE_SIZE,
} from '#contract/video-tasks.ts'
import type { ListAnswer } from '#host/accepted-keys.ts'
import { hostResponse } from '#host/task-api.ts'

/** How many pages are read to find lent tasks. */
export const MOST_PAGES = 50

/** How long the rows of lent tasks are remembered, in milliseconds, and of how many views. */
export const REMEMBERED_MS = 5000
const MOST_REMEMBERED = 200

/** A list of which a view lends some tasks. */
export interface LentList {
  /** of the view */
  id: string
  /** names of tasks, each its uuid or its number */
  tasks: readonly string[]
  /** asks the service. @param query with its `?` */
  ask: (query: string) => Promise<ListAnswer>
}

/** The lent rows of a list as they came, or the answer in their place. */
type Found = readonly unknown[] | (() => Response)

/** What is remembered of a view. */
interface Remembered {
  /** filters → the rows, or a reading that goes on */
  found: Map<string, Promise<Found>>
  /** name of a task → when it was created, milliseconds since the epoch */
  createdAt: Map<string, number>
}

/**
 * Reads lent tasks. The service has no operation for single tasks, so they are looked for in the whole list of the account, and nothing else
 * of it is passed on.
 */
export function lentLists() {
  const views = new Map<string, Remembered>()

  /** The lent rows with the filters of a request: those of the last seconds, or new ones. */
  function rowsOf(list: LentList, asked: ListRequest): Promise<Found> {
    const view: Remembered = views.get(list.id) ?? { found: new Map(), createdAt: new Map() }
    views.delete(list.id)
    views.set(list.id, view)
    const [oldest] = views.keys()
    if (views.size > MOST_REMEMBERED && oldest !== undefined) views.delete(oldest)
    const filters = listQueryString({ ...asked, pageNumber: FIRST_PAGE, pageSize: MAX_PAGE_SIZE })
    const known = view.found.get(filters)
    if (known !== undefined) return known
    const found = readRows(list, asked, view.createdAt)
    view.found.set(filters, found)
    const forget = () => view.found.delete(filters)
    found.then(
      (rows) => (typeof rows === 'function' ? forget() : setTimeout(forget, REMEMBERED_MS).unref()),
      forget,
    )
    return found
  }

  /** Answers a request for a page of the lent tasks, as the service answers one for a list. */
  return async (list: LentList, asked: ListRequest): Promise<Response> => {
    const found = await rowsOf(list, asked)
    if (typeof found === 'function') return found()
    const { pageNumber: page, pageSize: page_size } = asked
    const rows = found.slice((page - FIRST_PAGE) * page_size, page * page_size)
    const payload = { list: rows, total: found.length, page, page_size }
    const headers = { 'Content-Type': 'application/json' }
    return new Response(stringifyExactJson(successEnvelope(payload)), { headers })
  }
}

/**
 * Reads the list until all lent tasks are found, or cannot follow any more.
 *
 * @param createdAt of lent tasks, as far as known; those that are found are added
 */
async function readRows(
  { tasks, ask }: LentList,
  filters: ListRequest,
  createdAt: Remembered['createdAt'],
): Promise<Found> {
  const lent = new Set(tasks)
  const missing = new Set(tasks)
  const rows = new Map<string, unknown>()
  let seen = 0
  let last = Infinity
  let isNewestFirst = true
  for (let pageNumber = FIRST_PAGE; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const asked = { ...filters, pageNumber, pageSize: MAX_PAGE_SIZE }
    const answer = await ask(listQueryString(asked))
    const page = answer.reply.kind === 'success' && readReceivedList(answer.reply.data, asked)
    if (page === false || page === undefined) return () => refusalOf(answer)
    for (const row of page.rows) {
      if (row.kind !== 'task') continue
      const created = Date.parse(row.task.createdAt ?? '')
      isNewestFirst &&= created <= last
      last = created
      const { uuid, id } = row.task
      const names = [uuid ?? '', String(id ?? '')].filter((name) => lent.has(name))
      for (const name of names) {
        missing.delete(name)
        createdAt.set(name, created)
      }
      // A new task moves the others on, so that a row may come twice.
      if (names[0] !== undefined) rows.set(names[0], row.task.raw)
    }
    const { total, pageSize, rows: received } = page
    seen += received.length
    const isLast = total === null ? received.length < (pageSize ?? MAX_PAGE_SIZE) : seen >= total
    const oldest = Math.min(...Array.from(missing, (name) => createdAt.get(name) ?? -Infinity))
    if (received.length === 0 || isLast || (isNewestFirst && last < oldest)) break
    if (missing.size === 0) break
  }
  return [...rows.values()]
}

/** Passes an answer of the service on, unless it refuses the key of the view. */
export function passedOn({ reply, copy }: ListAnswer): Response {
  const answer = copy()
  const code = readHostErrorCode(answer.headers.get(HOST_ERROR_CODE_HEADER))
  if (reply.kind !== 'refused' || isRefusedByHost(code)) return answer
  // As the page decides what is about a key.
  return [401, 403].includes(isSuccessCode(answer.status) ? reply.code : answer.status)
    ? hostResponse(410, 'view-key-refused', 'The service no longer accepts the key of the view.')
    : answer
}

/** passedOn without the words and the data of the service, which may be about other tasks. */
function refusalOf(answer: ListAnswer): Response {
  if (answer.reply.kind !== 'refused')
    return hostResponse(502, 'not-json', 'The Task API answered with something that is no list.')
  const { status, headers } = passedOn(answer)
  const code = isSuccessCode(status) ? answer.reply.code : status
  const refusal = errorEnvelope(code, 'The list of the view was refused.')
  return new Response(JSON.stringify(refusal), { status, headers })
}
