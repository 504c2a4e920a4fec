import {
  FIRST_PAGE,
  filtersOf,
  type ListFilters,
  type ListRequest,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { dayOf } from '#web/format/calendar.ts'
import { listPage, type NamedTasks, type RowsReply } from '#web/task-list/list-page.ts'
import {
  goesOnByItself,
  MOST_REQUESTS,
  openTaskScan,
  ROWS_AT_ONCE,
  type ScanLimits,
  type TaskScan,
} from '#web/task-list/scan/task-scan.ts'
import { totalOf } from '#web/task-list/scan/scan-tally.ts'
import { MOST_TAKEN, NO_SEARCH, type TaskSearch } from '#web/task-list/search/search-address.ts'
import {
  joinTerms,
  readingsOf,
  readSearch,
  type SearchTerm,
} from '#web/task-list/search/search-terms.ts'

/**
 * Opens the scan that holds all rows of a list or a search. What was searched is used as it was read, however long ago: that is what
 * the person sees.
 */
export function openRowsScan(
  session: ApiSession,
  filter: ListFilters,
  search: TaskSearch | undefined,
  limits: ScanLimits,
): TaskScan {
  return openTaskScan(session, filter, { ...limits, maxAgeMs: search && Infinity })
}

/**
 * One page of results, as far as the list was read.
 *
 * @throws ApiError if nothing of the list can be read
 */
export async function searchPage(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch,
): Promise<RowsReply> {
  const scan = openRowsScan(session, filtersOf(request), search, { mostRequests: MOST_REQUESTS })
  await scan.begun()
  const { phase } = scan.pages.progress
  if (scan.index.count === 0 && phase.kind === 'stuck') throw new ApiError(phase.failure)
  return resultsOf(scan, request, search)
}

/** All results that have a name, of a list that was read. @param search undefined: every task */
export async function allResults(
  scan: TaskScan,
  request: ListRequest,
  search: TaskSearch | undefined,
): Promise<NamedTasks> {
  const all = { ...request, pageNumber: FIRST_PAGE, pageSize: MOST_TAKEN }
  return listPage(await resultsOf(scan, all, search ?? NO_SEARCH)).tasks
}

async function resultsOf(
  scan: TaskScan,
  request: ListRequest,
  search: TaskSearch,
): Promise<RowsReply> {
  const { progress } = scan.pages
  const isRead = progress.phase.kind === 'done'
  const positions = matchingPositions(scan, search)
  const { pageNumber, pageSize } = request
  const start = (pageNumber - FIRST_PAGE) * pageSize
  const shown = positions.slice(start, start + pageSize)
  return {
    request,
    rows: await scan.rowsAt(shown),
    origins: shown.map((position) => scan.originOf(position)),
    total: positions.length,
    pageNumber,
    pageSize,
    readAt: progress.startedAt,
    searched: {
      total: isRead ? progress.rows : totalOf(progress),
      isRead,
      isReading: goesOnByItself(progress.phase.kind),
    },
  }
}

/** The positions of the results among the rows that were read, in the order of the search. */
function matchingPositions({ index }: TaskScan, { text, sort }: TaskSearch): number[] {
  const now = Date.now()
  const conditions = readSearch(text, dayOf(now)).map(({ condition }) => condition)
  const positions = index.find(conditions, now)
  return sort === undefined ? positions : index.sorted(positions, sort)
}

/**
 * The searches that leave out one part each, and how many of the rows that were read they find.
 *
 * @param terms of the search
 */
export function resultsWithout({ index }: TaskScan, text: string, terms: readonly SearchTerm[]) {
  const today = dayOf(Date.now())
  // What may be a pasted sentence is one part. Apart, its words may find something.
  const readings = [terms, ...readingsOf(text, today).map((reading) => reading.terms)]
  const parts = readings.find(({ length }) => length > 1) ?? terms
  return parts.map((term) => {
    const others = parts.filter((other) => other !== term)
    const conditions = others.map(({ condition }) => condition)
    const count = index.find(conditions, Date.now()).length
    return { left: term.condition, text: joinTerms(others, today), count }
  })
}

/** All rows: those of a list as they come, those that a search finds once the list was read. */
export async function* streamResults(
  scan: TaskScan,
  search: TaskSearch | undefined,
): AsyncGenerator<readonly VideoTaskRow[], void> {
  if (search === undefined) return yield* scan.rows()
  await scan.ended()
  const positions = matchingPositions(scan, search)
  // Rows that are neighbours in the result may be far apart in the archive, so small parts would take long.
  for (let start = 0; start < positions.length; start += MOST_TAKEN) {
    const rows = await scan.rowsAt(positions.slice(start, start + MOST_TAKEN))
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
  }
}
