import { queryOptions, useQuery } from '@tanstack/react-query'

import { readReceivedList } from '#contract/read-video-tasks.ts'
import {
  FIRST_PAGE,
  filtersOf,
  listQueryString,
  type ListRequest,
  MAX_PAGE_SIZE,
  type ReceivedList,
} from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Caller } from '#web/api/exchange.ts'
import { callOperation, type TakeResult } from '#web/api/request.ts'
import { type ApiSession, perSession, useApiSession } from '#web/api/session.tsx'

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

/** The smallest list request. It is enough for a total or to check a key. */
export const ONE_ROW = { pageNumber: FIRST_PAGE, pageSize: 1 }

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

/** For each list whose rows have proved its total wrong: the least number of its tasks. */
const disprovedTotals = perSession((_owner: object) => new Map<string, number>())

/**
 * Takes the total out of a page if rows of the same list have proved it wrong before: a page of one row alone cannot. So it is
 * used nowhere, until the service sends a total that fits.
 *
 * @param owner whose lists these are
 */
export function withoutDisprovedTotal(
  owner: object,
  request: ListRequest,
  read: ReceivedList,
): ReceivedList {
  const disproved = disprovedTotals(owner)
  const { pageNumber, pageSize } = request
  const list = JSON.stringify(filtersOf(request))
  const least = disproved.get(list) ?? 0
  const { rows, total, disprovedTotal } = read
  if (disprovedTotal !== undefined) {
    disproved.set(list, Math.max(least, disprovedTotal.atLeast))
    return read
  }
  if (total === null || total >= least) return read
  // Tasks may have been deleted: then the list ends where its total says.
  const isEnd =
    rows.length < pageSize && total === (pageNumber - FIRST_PAGE) * pageSize + rows.length
  if (isEnd) disproved.delete(list)
  return isEnd ? read : { ...read, total: null, disprovedTotal: { got: total, atLeast: least } }
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
  data: Pick<ListReply, 'failedBefore'> | undefined
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

/**
 * Prefetches a page that was never read.
 *
 * @param signal gives the read up, if nothing shows the page by then
 * @param takeResult of a request that was sent before
 * @returns undefined: it was read before
 */
export function prefetchUnreadVideoTasks(
  session: ApiSession,
  request: ListRequest,
  signal: AbortSignal,
  takeResult?: TakeResult,
): Promise<void> | undefined {
  const { queryClient } = session
  const { queryKey } = videoTasksQuery(session, request)
  if (queryClient.getQueryData(queryKey) !== undefined) return undefined
  signal.addEventListener('abort', () => {
    void queryClient.cancelQueries({ queryKey, type: 'inactive' })
  })
  return prefetchVideoTasks(session, request, takeResult)
}

/** The first page of the unfiltered list at its largest size. The newest tasks are probably there (order: not shown). */
export const NEWEST_TASKS = { pageNumber: FIRST_PAGE, pageSize: MAX_PAGE_SIZE }

/** Reads NEWEST_TASKS when it is wanted, and then on `refetch`. */
export function useNewestTasks(isWanted: boolean) {
  const session = useApiSession()
  return useQuery({ ...videoTasksQuery(session, NEWEST_TASKS), enabled: isWanted })
}

/** Marks all pages and totals as stale, and reads those on screen again. */
export function refreshVideoTasks(session: ApiSession): void {
  void session.queryClient.invalidateQueries({ queryKey: allVideoTasks(session) })
}

/**
 * Checks whether the service accepts a key, with one list call of one row.
 *
 * @throws ApiError if it refuses the key or cannot be reached
 */
export async function checkApiKey(caller: Caller): Promise<void> {
  await readVideoTasks(caller, ONE_ROW, caller.signal)
}
