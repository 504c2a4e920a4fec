import { useMemo, useState } from 'react'

import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import type { StatusTotals } from '#web/api/status-totals.ts'
import {
  type FiguresQuery,
  usePrefetchVideoTasks,
  useRefreshVideoTasks,
  useStatusLookup,
  useStatusTotals,
  useVideoTasks,
  type VideoTasksQuery,
} from '#web/api/video-tasks.ts'
import { withTotalOfPage } from '#web/tasks/filters/page-total.ts'
import { isSameList, type ListPage, listPage, tasksWithOpenStatus } from '#web/tasks/list-page.ts'
import { listFailure, rememberFailure } from '#web/tasks/list-failure.ts'

/** The view model of the task list: what its screen and all parts of it show. */
export interface TaskList {
  /** what the address asks for */
  params: VideoTaskListParams
  /** the page on screen; undefined: no rows have come yet, or they could not be read */
  page: ListPage | undefined
  /** `page` answers the request before, until the reply to this one comes */
  isPlaceholder: boolean
  /** `page`, unless it is a placeholder */
  current: ListPage | undefined
  /** how long the list is that `params` walks through; undefined: nothing is known of it */
  extent: Pick<ListPage, 'rows' | 'total' | 'pageCount'> | undefined
  /** how many tasks there are under the filter; null: not known */
  total: number | null
  /** how many tasks each status has under the scene */
  totals: StatusTotals | undefined
  /** the totals are those of the scene before, until this one's come */
  areTotalsPlaceholder: boolean
  /** why the last read failed; undefined: it did not */
  failure: ApiFailure | undefined
  /** whether the failure is shown in full: a note beside the heading is not enough */
  isErrorShown: boolean
  /** whether the person has asked for a newer reply than the one on screen */
  isRefreshAsked: boolean
  /** whether the reply that the person has asked for is still on its way */
  isRefreshAwaited: boolean
  /** Reads the page and its figures again. */
  refresh: () => void
  /** Reads a page before it is shown. */
  prefetch: (params: VideoTaskListParams) => void
  /** the reads behind it, for auto-refresh */
  reads: ListReads
}

/** How the reads of a list go. */
export interface ListReads {
  page: VideoTasksQuery
  totals: FiguresQuery
  lookup: FiguresQuery
  /** the page says another total of its filter than the totals do */
  isTotalOutdated: boolean
}

/** Reads the list that an address asks for: its page first, then the totals and what leaves a status open. */
export function useTaskList(params: VideoTaskListParams): TaskList {
  const query = useVideoTasks(params)
  const refreshAll = useRefreshVideoTasks()
  const prefetch = usePrefetchVideoTasks()
  const isPlaceholder = query.isPlaceholderData
  // The reply for which the person has asked for a newer one, and when.
  const [asked, setAsked] = useState<{ over: number | undefined; at: number }>()
  const { failure, reply, isErrorShown } = useListFailure(query, params, asked?.over)
  const isFresh = query.isSuccess && !isPlaceholder

  const totals = useStatusTotals(params.scene, isFresh)
  // A page that was read later knows the total of its own filter better.
  const totalsShown = isFresh ? withTotalOfPage(totals.data, query.data) : totals.data
  const open = reply === undefined ? [] : tasksWithOpenStatus(reply)
  const lookup = useStatusLookup(params.scene, open, totals.data, isFresh)

  const read = useMemo(() => reply && listPage(reply, lookup.data), [reply, lookup.data])
  // Old rows stay until the new ones come. That the list before was empty says nothing.
  const page = isPlaceholder && read?.empty !== undefined ? undefined : read
  const extent = read && isSameList(read.request, params) ? read : undefined
  const isRefreshAsked = reply !== undefined && asked?.over === reply.readAt
  return {
    params,
    page,
    isPlaceholder,
    current: isPlaceholder ? undefined : page,
    extent,
    total: totalsShown?.get(params.status)?.total ?? extent?.total ?? null,
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
    reads: { page: query, totals, lookup, isTotalOutdated: totalsShown !== totals.data },
  }
}

/** How the last read of a request failed, and what may be shown all the same. */
function useListFailure(
  { error, data, isPending, isPlaceholderData }: VideoTasksQuery,
  params: VideoTaskListParams,
  askedOver: number | undefined,
) {
  const request = JSON.stringify(params)
  const isWaiting = isPending || isPlaceholderData
  const reading = { error, data, isPlaceholder: isPlaceholderData, isWaiting }
  const [last, setLast] = useState({ error, request })
  const next = rememberFailure(last, reading, request)
  if (next !== last) setLast(next)
  return listFailure(reading, next, askedOver)
}
