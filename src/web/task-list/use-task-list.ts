import { useMemo, useState } from 'react'

import { listQueryString, type ListRequest, otherFilters } from '#contract/video-tasks.ts'
import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import { useApiSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'
import { type FigureReads, useStatusLookup, useStatusTotals } from '#web/task-list/figures.ts'
import {
  isSameList,
  type ListPage,
  listPage,
  type RowsReply,
  tasksWithOpenStatus,
} from '#web/task-list/list-page.ts'
import { prefetchRows, type RowsQuery, useRows } from '#web/task-list/rows-source.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import { type StatusTotals, withTotalOfPage } from '#web/task-list/status-totals.ts'
import type { TasksAddress } from '#web/task-list/tasks-address.ts'

/** What there is to show of a list. */
export type ListState =
  | { kind: 'loading' }
  /** it was never read, and the last read failed */
  | { kind: 'unread'; failure: ApiFailure }
  /** the page of the previous request, while that of this one is loading */
  | { kind: 'previous'; page: ListPage }
  | {
      kind: 'shown'
      page: ListPage
      /** why the last read failed; undefined: it did not, and the page is that of the last read */
      failure: ApiFailure | undefined
      /** the failure is shown as a banner, not only as a note beside the heading */
      isBanner: boolean
    }

/** How many tasks there are. */
export interface ListFigures {
  /** of each status under the other filters; undefined before the first totals */
  totals: StatusTotals | undefined
  /** the totals are those of other filters, while these are loading */
  arePrevious: boolean
  /** under the filter; null: not known */
  total: number | null
  /** the length of the list; undefined: not known */
  extent: Pick<ListPage, 'rows' | 'total' | 'pageCount' | 'searched'> | undefined
}

/** The state of a list's reads. */
export interface ListReads extends FigureReads {
  page: RowsQuery
  /** the newer reply that the person has requested; undefined: none, or it is on screen */
  requested: 'awaited' | 'not-read' | undefined
}

/** A list: what its screen shows, and what it can do. */
export interface TaskList {
  /** the request that the address describes */
  request: ListRequest
  /** the rows are results of this search; undefined: pages of the service */
  search: TaskSearch | undefined
  state: ListState
  figures: ListFigures
  reads: ListReads
  /** Reads the page, its totals and its lookup again, as the person requests. */
  refresh: () => void
  /** Prefetches a page that a person may ask for next. @param of what is searched for; by default what is searched for now */
  prefetch: (request: ListRequest, of?: TaskSearch) => void
}

/** The page on screen, also that of the previous request. */
export function pageOf(state: ListState): ListPage | undefined {
  return 'page' in state ? state.page : undefined
}

/** The page on screen, if it is that of the request. */
export function currentPage(state: ListState): ListPage | undefined {
  return state.kind === 'shown' ? state.page : undefined
}

/** Reads the list for an address: its page first, then the totals and the open statuses. */
export function useTaskList({ request, search }: TasksAddress): TaskList {
  const session = useApiSession()
  const query = useRows(request, search)
  const isPrevious = query.isPlaceholderData
  // The reply that was on screen when the person requested a newer one, and the time of that request.
  const [wanted, setWanted] = useState<{ over: number | undefined; requestedAt: number }>()
  const { failure, reply, isErrorShown } = useListFailure(query, request, wanted?.over)
  const isFresh = query.isSuccess && !isPrevious

  const others = otherFilters(request)
  const open = reply === undefined ? [] : tasksWithOpenStatus(reply)
  // The number of results is no total of the list.
  const ofService = isFresh && query.data.searched === undefined ? query.data : undefined
  const totals = useStatusTotals(others, isFresh, ofService, open.length > 0)
  // If the page is newer than the totals, it has the better total for its own filter.
  const totalsShown = ofService ? withTotalOfPage(totals.data, ofService) : totals.data
  const lookup = useStatusLookup(others, open, isFresh)

  const page = useMemo(() => reply && listPage(reply, lookup.data), [reply, lookup.data])
  const extent = page && isSameList(page.request, request) ? page : undefined
  const isRequested = reply !== undefined && wanted?.over === reply.readAt
  const requested = (wanted?.requestedAt ?? 0) > query.errorUpdatedAt ? 'awaited' : 'not-read'
  return {
    request,
    search,
    state: stateOf(page, isPrevious, failure, isErrorShown),
    figures: {
      totals: totalsShown,
      arePrevious: totals.isPlaceholderData,
      total:
        (search === undefined ? totalsShown?.get(request.status)?.total : undefined) ??
        extent?.total ??
        null,
      extent,
    },
    reads: {
      page: query,
      totals,
      lookup,
      isTotalOutdated: totals.data !== undefined && totalsShown !== totals.data,
      requested: isRequested ? requested : undefined,
    },
    refresh() {
      setWanted({ over: reply?.readAt, requestedAt: Date.now() })
      refreshVideoTasks(session)
    },
    prefetch: (next, of = search) => void prefetchRows(session, next, of),
  }
}

function stateOf(
  page: ListPage | undefined,
  isPrevious: boolean,
  failure: ApiFailure | undefined,
  isBanner: boolean,
): ListState {
  // Old rows stay until the new ones arrive. An old empty list says nothing about the new request.
  if (page === undefined || (isPrevious && page.empty !== undefined)) {
    return failure === undefined ? { kind: 'loading' } : { kind: 'unread', failure }
  }
  return isPrevious ? { kind: 'previous', page } : { kind: 'shown', page, failure, isBanner }
}

/** How the last read of a request failed, and what can still be shown. */
function useListFailure(
  { error, data, isPending, isPlaceholderData }: RowsQuery,
  request: ListRequest,
  requestedOver: number | undefined,
) {
  const isWaiting = isPending || isPlaceholderData
  const reading = { error, data, isPlaceholder: isPlaceholderData, isWaiting }
  const text = listQueryString(request)
  const [last, setLast] = useState({ error, request: text })
  const next = rememberFailure(last, reading, text)
  if (next !== last) setLast(next)
  return listFailure(reading, next, requestedOver)
}

/** How the last read of a request failed. TanStack Query drops the error when it retries; this keeps it. */
interface LastFailure {
  /** null: no known failure */
  error: Error | null
  /** the request as text, so that its failure is not shown for another request */
  request: string
}

/** The state of a list's query. */
export interface ListReading {
  error: Error | null
  /** the last reply, or a placeholder */
  data: RowsReply | undefined
  /** `data` belongs to the previous request; this one's reply is pending */
  isPlaceholder: boolean
  /** no reply to this request has arrived yet */
  isWaiting: boolean
}

/** Updates the last failure for a render. @returns the same object if nothing is new */
export function rememberFailure(
  last: LastFailure,
  { error, isWaiting }: Pick<ListReading, 'error' | 'isWaiting'>,
  request: string,
): LastFailure {
  if (error === null && last.error === null) return last
  if (request !== last.request) return { error, request }
  // TanStack Query has no error while it retries.
  if (error === last.error || (error === null && isWaiting)) return last
  return { error, request }
}

/** What the screen shows for a read. */
interface ListFailure {
  /** undefined: the last read did not fail */
  failure: ApiFailure | undefined
  /** the reply to show: the previous request's rows never replace rows that could not be loaded */
  reply: RowsReply | undefined
  /** the failure is shown as a banner, not only as a note beside the heading */
  isErrorShown: boolean
}

/**
 * Decides what to show for a list, and how to show its failure.
 *
 * @param requestedOver `readAt` of the reply that was on screen when the person requested a newer one
 */
export function listFailure(
  { error, data, isPlaceholder, isWaiting }: ListReading,
  last: LastFailure,
  requestedOver: number | undefined,
): ListFailure {
  const known = error ?? (isWaiting ? last.error : null)
  if (known === null) return { failure: undefined, reply: data, isErrorShown: false }
  const failure = failureOf(known)
  // While a search is read and has no results yet, there are no rows to keep on screen.
  const isKept = data?.searched?.isReading !== true || data.rows.length > 0
  const reply = isPlaceholder || !isKept ? undefined : data
  const isRequested = reply !== undefined && reply.readAt === requestedOver
  const needsPerson = isAboutKey(failure) || failure.kind === 'sign-in'
  return { failure, reply, isErrorShown: reply === undefined || isRequested || needsPerson }
}
