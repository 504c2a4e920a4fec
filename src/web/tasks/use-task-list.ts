import { useMemo, useState } from 'react'

import { listQueryString, type ListRequest, otherFilters } from '#contract/video-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import { type StatusTotals, withTotalOfPage } from '#web/api/status-totals.ts'
import {
  type FiguresQuery,
  usePrefetchVideoTasks,
  useRefreshVideoTasks,
  useStatusLookup,
  useStatusTotals,
  useVideoTasks,
  type VideoTasksQuery,
} from '#web/api/video-tasks.ts'
import { isSameList, type ListPage, listPage, tasksWithOpenStatus } from '#web/tasks/list-page.ts'
import { listFailure, rememberFailure } from '#web/tasks/list-failure.ts'

/** The view model of the task list: everything that its screen shows. */
export interface TaskList {
  /** the request that the address describes */
  request: ListRequest
  /** the page on screen; undefined: no rows have come yet, or they could not be read */
  page: ListPage | undefined
  /** `page` answers the previous request; the reply to this one is pending */
  isPlaceholder: boolean
  /** `page`, unless it is a placeholder */
  current: ListPage | undefined
  /** the length of the list under `params`; undefined: not known */
  extent: Pick<ListPage, 'rows' | 'total' | 'pageCount'> | undefined
  /** how many tasks there are under the filter; null: not known */
  total: number | null
  /** how many tasks each status has under the other filters */
  totals: StatusTotals | undefined
  /** the totals are those of other filters; the reply for this one is pending */
  areTotalsPlaceholder: boolean
  /** why the last read failed; undefined: it did not */
  failure: ApiFailure | undefined
  /** whether the failure is shown as a banner, not only as a note beside the heading */
  isErrorShown: boolean
  /** whether the person has requested a newer reply than the one on screen */
  isRefreshAsked: boolean
  /** whether the reply that the person has requested is pending */
  isRefreshAwaited: boolean
  /** Reads the page, its totals and its lookup again. */
  refresh: () => void
  /** Prefetches a page. */
  prefetch: (request: ListRequest) => void
  /** the state of the reads, for auto-refresh */
  reads: ListReads
}

/** The state of a list's reads. */
export interface ListReads {
  page: VideoTasksQuery
  totals: FiguresQuery
  lookup: FiguresQuery
  /** the page and the totals disagree about the total of its filter */
  isTotalOutdated: boolean
}

/** Reads the list for an address: its page first, then the totals and the open statuses. */
export function useTaskList(request: ListRequest): TaskList {
  const query = useVideoTasks(request)
  const refreshAll = useRefreshVideoTasks()
  const prefetch = usePrefetchVideoTasks()
  const isPlaceholder = query.isPlaceholderData
  // The reply that was on screen when the person requested a newer one, and the time of that request.
  const [asked, setAsked] = useState<{ over: number | undefined; at: number }>()
  const { failure, reply, isErrorShown } = useListFailure(query, request, asked?.over)
  const isFresh = query.isSuccess && !isPlaceholder

  const others = otherFilters(request)
  const totals = useStatusTotals(others, isFresh ? query.data : undefined)
  // If the page is newer than the totals, it has the better total for its own filter.
  const totalsShown = isFresh ? withTotalOfPage(totals.data, query.data) : totals.data
  const open = reply === undefined ? [] : tasksWithOpenStatus(reply)
  const lookup = useStatusLookup(others, open, totals.data, isFresh)

  const read = useMemo(() => reply && listPage(reply, lookup.data), [reply, lookup.data])
  // Old rows stay until the new ones arrive. An old empty list says nothing about the new request.
  const page = isPlaceholder && read?.empty !== undefined ? undefined : read
  const extent = read && isSameList(read.request, request) ? read : undefined
  const isRefreshAsked = reply !== undefined && asked?.over === reply.readAt
  return {
    request,
    page,
    isPlaceholder,
    current: isPlaceholder ? undefined : page,
    extent,
    total: totalsShown?.get(request.status)?.total ?? extent?.total ?? null,
    totals: totalsShown,
    areTotalsPlaceholder: totals.isPlaceholderData,
    failure,
    isErrorShown,
    isRefreshAsked,
    isRefreshAwaited: isRefreshAsked && asked.at > query.errorUpdatedAt,
    refresh() {
      setAsked({ over: reply?.readAt, at: Date.now() })
      refreshAll()
    },
    prefetch,
    reads: {
      page: query,
      totals,
      lookup,
      isTotalOutdated: totals.data !== undefined && totalsShown !== totals.data,
    },
  }
}

/** How the last read of a request failed, and what can still be shown. */
function useListFailure(
  { error, data, isPending, isPlaceholderData }: VideoTasksQuery,
  request: ListRequest,
  askedOver: number | undefined,
) {
  const isWaiting = isPending || isPlaceholderData
  const reading = { error, data, isPlaceholder: isPlaceholderData, isWaiting }
  const asked = listQueryString(request)
  const [last, setLast] = useState({ error, request: asked })
  const next = rememberFailure(last, reading, asked)
  if (next !== last) setLast(next)
  return listFailure(reading, next, askedOver)
}
