import {
  FIRST_PAGE,
  filtersOf,
  type ListRequest,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { ApiSession } from '#web/api/session.tsx'
import type { ListReply } from '#web/api/video-tasks.ts'
import { type DayNumber, dayOf } from '#web/format/calendar.ts'
import { listPage, type NamedTasks } from '#web/task-list/list-page.ts'
import {
  goesOnByItself,
  MOST_REQUESTS,
  openTaskScan,
  type TaskScan,
} from '#web/task-list/scan/task-scan.ts'
import { totalOf } from '#web/task-list/scan/scan-tally.ts'
import { MOST_TAKEN, NO_SEARCH, type TaskSearch } from '#web/task-list/search/search-address.ts'
import { joinTerms, readingsOf, readSearch } from '#web/task-list/search/search-terms.ts'

/**
 * One page of results, as far as the list was read.
 *
 * @throws ApiError if nothing of the list can be read
 */
export async function readFoundTasks(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch,
): Promise<ListReply> {
  const list = openTaskScan(session, filtersOf(request), {
    mostRequests: MOST_REQUESTS,
    maxAgeMs: Infinity,
  })
  await list.begun()
  const { progress } = list.scan
  const { phase, startedAt } = progress
  if (list.index.count === 0 && phase.kind === 'stuck') throw new ApiError(phase.failure)
  const isReading = goesOnByItself(phase.kind)
  const isRead = phase.kind === 'done'
  const positions = foundIn(list, search)
  const { pageNumber, pageSize } = request
  const start = (pageNumber - FIRST_PAGE) * pageSize
  const shown = positions.slice(start, start + pageSize)
  return {
    request,
    rows: await list.rowsAt(shown),
    origins: shown.map((position) => list.originOf(position)),
    total: positions.length,
    pageNumber,
    pageSize,
    readAt: startedAt,
    searched: { total: isRead ? progress.rows : totalOf(progress), isRead },
    isReading,
  }
}

/** The results that have a name, of a list that was read. @param search undefined: every task */
export async function foundTasks(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch | undefined,
): Promise<NamedTasks> {
  const all = { ...request, pageNumber: FIRST_PAGE, pageSize: MOST_TAKEN }
  return listPage(await readFoundTasks(session, all, search ?? NO_SEARCH)).tasks
}

/** The positions of the results among the rows that were read, in the order of the search. */
function foundIn({ index }: TaskScan, { text, sort }: TaskSearch): number[] {
  const now = Date.now()
  const conditions = readSearch(text, dayOf(now)).map(({ condition }) => condition)
  const found = index.find(conditions, now)
  return sort === undefined ? found : index.sorted(found, sort)
}

/** The searches that leave out one part each, and how many of the rows that were read they find. */
export function foundWithout({ index }: TaskScan, text: string, today: DayNumber) {
  // What may be a pasted sentence is one part. Apart, its words may find something.
  const whole = [readSearch(text, today), ...readingsOf(text, today).map(({ terms }) => terms)]
  const terms = whole.find(({ length }) => length > 1) ?? whole[0] ?? []
  return terms.map((term) => {
    const others = terms.filter((other) => other !== term)
    const conditions = others.map(({ condition }) => condition)
    const count = index.find(conditions, Date.now()).length
    return { left: term.condition, text: joinTerms(others, today), count }
  })
}

/** How many results of a whole file are handed on at once. */
const ROWS_AT_ONCE = 500

/** All results of a search, once its list was read. */
export async function* foundRows(
  list: TaskScan,
  search: TaskSearch,
): AsyncGenerator<readonly VideoTaskRow[], void> {
  await list.ended()
  const positions = foundIn(list, search)
  // Rows that are neighbours in the result may be far apart in the archive, so small parts would take long.
  for (let start = 0; start < positions.length; start += MOST_TAKEN) {
    const rows = await list.rowsAt(positions.slice(start, start + MOST_TAKEN))
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
  }
}
