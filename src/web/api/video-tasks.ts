import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'

import { readReceivedList } from '#contract/read-video-tasks.ts'
import {
  FIRST_PAGE,
  type ListFilters,
  listQueryString,
  MAX_PAGE_SIZE,
  type VideoTask,
  type ListRequest,
  type ReceivedList,
} from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Caller } from '#web/api/exchange.ts'
import { callOperation, type TakeResult } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { lookUpStatuses, type StatusLookup } from '#web/api/status-lookup.ts'
import {
  readStatusTotals,
  type StatusTotals,
  withoutDisprovedTotal,
} from '#web/api/status-totals.ts'

/** A reply: the list that came, and what was asked for. Evidence from a filter depends on the request. */
export interface ListReply extends ReceivedList {
  request: ListRequest
  /** when the reply arrived, in milliseconds since the epoch */
  readAt: number
  /** how many reads of this page had failed before this reply; the count of TanStack Query never resets */
  failedBefore?: number | undefined
}

/**
 * The query of one page, for loaders, components and prefetching (spec: "List video tasks").
 *
 * @param takeResult of a request that was sent before
 */
export function videoTasksQuery(
  session: ApiSession,
  request: ListRequest,
  takeResult?: TakeResult,
) {
  return queryOptions({
    queryKey: [...allVideoTasks(session), request],
    queryFn: ({ client, queryKey, signal }) =>
      readVideoTasks(session, request, signal, {
        failedBefore: client.getQueryState(queryKey)?.errorUpdateCount,
        takeResult,
      }),
  })
}

/** The prefix of all query keys of this operation. A refresh or a creation invalidates them. */
export function allVideoTasks({ profileId }: Pick<ApiSession, 'profileId'>) {
  return ['video-tasks', profileId] as const
}

/** Totals of an earlier try of the same read are fresh for this time, in milliseconds. */
const FRESH_TOTAL_MS = 30_000

/** The smallest list request. It is enough for a total or to check a key. */
const ONE_ROW = { pageNumber: FIRST_PAGE, pageSize: 1 }

/**
 * Reads one page of tasks, once and without the cache (spec: "List video tasks").
 *
 * @param failedBefore is copied into the reply
 * @param takeResult of a request that was sent before
 * @throws ApiError if no list arrived
 */
export async function readVideoTasks(
  caller: Caller,
  request: ListRequest,
  signal: AbortSignal,
  {
    failedBefore,
    takeResult,
  }: { failedBefore?: number | undefined; takeResult?: TakeResult | undefined } = {},
): Promise<ListReply> {
  const options = { query: listQueryString(request), signal }
  const { data, arrivedAt } = await callOperation(caller, 'listVideoTasks', options, takeResult)
  const received = readReceivedList(data, request)
  if (received === undefined) {
    throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
  }
  const list = withoutDisprovedTotal(caller, request, received)
  return { ...list, request, readAt: arrivedAt, failedBefore }
}

/** Which reply a task came with: its request, what it says about its page, and when it came. */
export type ReplyOrigin = Pick<
  ListReply,
  'request' | 'readAt' | 'pageNumber' | 'pageSize' | 'total'
>

/** How many reads of a page have failed since the last success. */
export function failedReads({
  data,
  errorUpdateCount,
}: {
  data: ListReply | undefined
  errorUpdateCount: number
}): number {
  return errorUpdateCount - (data?.failedBefore ?? 0)
}

/** Prefetches a page. A fresh page is not read again. @param takeResult of a request that was sent before */
export async function prefetchVideoTasks(
  session: ApiSession,
  request: ListRequest,
  takeResult?: TakeResult,
): Promise<void> {
  const query = videoTasksQuery(session, request, takeResult)
  // Ignore the failure here: the component that shows the page handles it.
  await session.queryClient.query(query).catch(() => undefined)
}

/** Reads one page of tasks. The previous page is the placeholder until it arrives. */
export function useVideoTasks(request: ListRequest) {
  const session = useApiSession()
  return useQuery({
    ...videoTasksQuery(session, request),
    // Safe: the cache belongs to one account, so a placeholder is never from another account.
    placeholderData: keepPreviousData,
    // The loader has sent the request already. Show its failure and do not repeat the request.
    retryOnMount: false,
  })
}

/** The first page of the unfiltered list at its largest size. The newest tasks are probably there (order: not shown). */
export const NEWEST_TASKS = { pageNumber: FIRST_PAGE, pageSize: MAX_PAGE_SIZE }

/** Reads NEWEST_TASKS when it is wanted, and then on `refetch`. */
export function useNewestTasks(isWanted: boolean) {
  const session = useApiSession()
  return useQuery({ ...videoTasksQuery(session, NEWEST_TASKS), enabled: isWanted })
}

/** The query result of one page of tasks. */
export type VideoTasksQuery = ReturnType<typeof useVideoTasks>

/** prefetchVideoTasks for the current session. */
export function usePrefetchVideoTasks(): (request: ListRequest) => void {
  const session = useApiSession()
  return (request) => {
    void prefetchVideoTasks(session, request)
  }
}

/** Cancels a pending read of a page. The earlier data stays. */
export function useCancelVideoTasks(): (request: ListRequest) => void {
  const session = useApiSession()
  return (request) => {
    void session.queryClient.cancelQueries({ queryKey: videoTasksQuery(session, request).queryKey })
  }
}

/** Marks all pages and totals as stale, and reads those on screen again. */
export function refreshVideoTasks(session: ApiSession): void {
  void session.queryClient.invalidateQueries({ queryKey: allVideoTasks(session) })
}

/** refreshVideoTasks for the current session. */
export function useRefreshVideoTasks(): () => void {
  const session = useApiSession()
  return () => {
    refreshVideoTasks(session)
  }
}

/** The query key of the totals under the other filters. */
export function statusTotalsKey(session: ApiSession, others: ListFilters) {
  return [...allVideoTasks(session), 'totals', others] as const
}

/**
 * Reads how many tasks each status has under the other filters. This takes one list call of one row for each status that the
 * page does not tell, as the service has no other way (spec: "Video task list payload", total).
 *
 * @param page the page on screen; undefined until it was read: rows have priority over totals
 * @returns the totals of the previous filters as placeholder until the new ones arrive
 */
export function useStatusTotals(others: ListFilters, page: ListReply | undefined) {
  const session = useApiSession()
  return useQuery({
    queryKey: statusTotalsKey(session, others),
    queryFn: async ({ client, queryKey, signal }): Promise<StatusTotals> => {
      const before = client.getQueryData<StatusTotals>(queryKey)
      // A retry requests only the totals that the first try did not get.
      const isRetry = (client.getQueryState(queryKey)?.fetchFailureCount ?? 0) > 0
      const { totals, failures } = await readStatusTotals(
        page,
        before,
        (status) => readVideoTasks(session, { ...others, ...ONE_ROW, status }, signal),
        isRetry ? Date.now() - FRESH_TOTAL_MS : Infinity,
      )
      if (failures.length === 0) return totals
      // Show the totals that arrived at once, while the others are retried.
      if (!signal.aborted && totals.size > 0) client.setQueryData(queryKey, totals)
      throw failures[0]
    },
    enabled: page !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** The query results of useStatusTotals and useStatusLookup. */
export type FiguresQuery = Pick<
  UseQueryResult,
  'dataUpdatedAt' | 'errorUpdatedAt' | 'error' | 'isEnabled' | 'refetch'
>

/**
 * Looks up which of the two open statuses tasks have, if their fields do not say it. A failure is silent: the
 * tasks are then shown as before.
 *
 * @param open the tasks to look up; if there are none, no request is sent
 * @param totals decide which list is read first
 * @param enabled false while it is not certain that these tasks are on the page
 */
export function useStatusLookup(
  others: ListFilters,
  open: readonly Pick<VideoTask, 'uuid'>[],
  totals: StatusTotals | undefined,
  enabled: boolean,
) {
  const session = useApiSession()
  const uuids = open.flatMap(({ uuid }) => uuid ?? [])
  // Fewer tasks need no new lookup. Otherwise each finished task would cancel and restart the lookup.
  const [asked, setAsked] = useState(uuids)
  const isNarrower = uuids.length > 0 && uuids.every((uuid) => asked.includes(uuid))
  const key = isNarrower ? asked : uuids.toSorted()
  if (key !== asked && key.join() !== asked.join()) setAsked(key)
  return useQuery({
    // Without the time of the last change: a service may update that with every step of the work.
    queryKey: [...allVideoTasks(session), 'lookup', others, key],
    queryFn: ({ signal }): Promise<StatusLookup> =>
      lookUpStatuses({
        uuids,
        totalOf: (status) => totals?.get(status)?.total,
        readPage: (request) => readVideoTasks(session, { ...others, ...request }, signal),
      }),
    enabled: enabled && uuids.length > 0,
    retry: false,
    // Earlier results stay valid for unchanged rows.
    placeholderData: keepPreviousData,
  })
}

/**
 * Checks whether the service accepts a key, with one list call of one row.
 *
 * @throws ApiError if it refuses the key or cannot be reached
 */
export async function checkApiKey(caller: Caller): Promise<void> {
  await readVideoTasks(caller, ONE_ROW, caller.signal)
}
