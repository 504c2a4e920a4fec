import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'

import {
  FIRST_PAGE,
  listQueryString,
  readVideoTaskPage,
  type TaskScene,
  type VideoTask,
  type VideoTaskListParams,
  type VideoTaskPage,
} from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callOperation, type Caller } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { StatusTotals } from '#web/api/status-totals.ts'

/** A page of tasks and the request it answers: evidence of a filter belongs to its own reply. */
export interface VideoTaskListReply {
  params: VideoTaskListParams
  page: VideoTaskPage
  /** when the reply came, milliseconds since the epoch */
  readAt: number
  /** reads of this page that had failed for good until then: the library's own count never ends */
  failedBefore?: number | undefined
}

/** What loaders, components and prefetching all use to read one page (spec: "List video tasks"). */
export function videoTasksQuery(session: ApiSession, params: VideoTaskListParams) {
  return queryOptions({
    queryKey: [...allVideoTasks(session), params],
    queryFn: ({ client, queryKey, signal }) =>
      readVideoTasks(session, params, signal, client.getQueryState(queryKey)?.errorUpdateCount),
  })
}

/** The start of every key of this operation: what a refresh or a creation makes stale. */
export function allVideoTasks({ profileId }: Pick<ApiSession, 'profileId'>) {
  return ['video-tasks', profileId] as const
}

/** Between two tries of one read, a total stays what it was, in milliseconds. */
const FRESH_TOTAL_MS = 30_000

/** The smallest list request: what a total or the check of a key needs. */
const ONE_ROW = { page: FIRST_PAGE, page_size: 1 }

/**
 * Reads one page of tasks, once and past the cache (spec: "List video tasks").
 *
 * @param failedBefore goes into the reply
 * @throws ApiError where no list came
 */
export async function readVideoTasks(
  caller: Caller,
  params: VideoTaskListParams,
  signal: AbortSignal,
  failedBefore?: number,
): Promise<VideoTaskListReply> {
  const query = listQueryString(params)
  const data = await callOperation(caller, 'listVideoTasks', { query, signal })
  const page = readVideoTaskPage(data, params)
  if (page === undefined) {
    throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
  }
  return { params, page, readAt: Date.now(), failedBefore }
}

/** How many reads of a page have failed for good since the last one that did not. */
export function failedReads({
  data,
  errorUpdateCount,
}: {
  data: VideoTaskListReply | undefined
  errorUpdateCount: number
}): number {
  return errorUpdateCount - (data?.failedBefore ?? 0)
}

/** Starts to read a page before anything shows it. A page that is fresh is not read again. */
export function prefetchVideoTasks(session: ApiSession, params: VideoTaskListParams): void {
  // Whoever shows the page meets the failure there, with its own tries.
  session.queryClient.query(videoTasksQuery(session, params)).catch(() => undefined)
}

/** Reads one page of tasks; the page before stays as placeholder until it comes. */
export function useVideoTasks(params: VideoTaskListParams) {
  const session = useApiSession()
  return useQuery({
    ...videoTasksQuery(session, params),
    // Safe here: the cache belongs to one account, so a placeholder cannot cross accounts.
    placeholderData: keepPreviousData,
    // The loader has asked already: a failure of a moment ago is shown, not asked for again.
    retryOnMount: false,
  })
}

/** One page of tasks as a screen has it, with how its reading goes. */
export type VideoTasksQuery = ReturnType<typeof useVideoTasks>

/** prefetchVideoTasks for the session at hand. */
export function usePrefetchVideoTasks(): (params: VideoTaskListParams) => void {
  const session = useApiSession()
  return (params) => {
    prefetchVideoTasks(session, params)
  }
}

/** Calls off the read of a page that is on its way: what was known of it stays. */
export function useCancelVideoTasks(): (params: VideoTaskListParams) => void {
  const session = useApiSession()
  return (params) => {
    void session.queryClient.cancelQueries({ queryKey: videoTasksQuery(session, params).queryKey })
  }
}

/** Marks every page and total that was read as stale, and reads again what is on screen. */
export function refreshVideoTasks(session: ApiSession): void {
  void session.queryClient.invalidateQueries({ queryKey: allVideoTasks(session) })
}

/** refreshVideoTasks for the session at hand. */
export function useRefreshVideoTasks(): () => void {
  const session = useApiSession()
  return () => {
    refreshVideoTasks(session)
  }
}

/** Under which key the cache has the totals of a scene. */
export function statusTotalsKey(session: ApiSession, scene: TaskScene | undefined) {
  return [...allVideoTasks(session), 'totals', scene] as const
}

/**
 * Reads how many tasks each status has under a scene: one list call of one row each, as the service
 * has no other way to say it (spec: "Video task list payload", total).
 *
 * @param enabled false until the page itself was read: rows come before figures
 * @returns the totals under the scene before, marked so, until the new ones are there
 */
export function useStatusTotals(scene: TaskScene | undefined, enabled: boolean) {
  const session = useApiSession()
  return useQuery({
    queryKey: statusTotalsKey(session, scene),
    queryFn: async ({ client, queryKey, signal }): Promise<StatusTotals> => {
      const { readStatusTotals } = await import('#web/api/status-totals.ts')
      const before = client.getQueryData<StatusTotals>(queryKey)
      // A second try asks for what the first did not get.
      const isRetry = (client.getQueryState(queryKey)?.fetchFailureCount ?? 0) > 0
      const { totals, failures } = await readStatusTotals(
        before,
        (status) => readVideoTasks(session, { ...ONE_ROW, status, scene }, signal),
        isRetry ? Date.now() - FRESH_TOTAL_MS : Infinity,
      )
      if (failures.length === 0) return totals
      // What came is shown at once, although the rest is asked for again.
      if (!signal.aborted && totals.size > 0) client.setQueryData(queryKey, totals)
      throw failures[0]
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

/** What useStatusTotals and useStatusLookup tell of how their reading goes. */
export type FiguresQuery = Pick<
  UseQueryResult,
  'dataUpdatedAt' | 'errorUpdatedAt' | 'error' | 'isEnabled' | 'refetch'
>

/**
 * Looks up which of the two open statuses tasks have, for which their fields do not say. Silent
 * where it fails: the tasks are then shown as they were.
 *
 * @param open the tasks in question; none: nothing is asked
 * @param totals which list to look into first
 * @param enabled false while those tasks are not known to be what is on the page
 */
export function useStatusLookup(
  scene: TaskScene | undefined,
  open: readonly Pick<VideoTask, 'uuid'>[],
  totals: StatusTotals | undefined,
  enabled: boolean,
) {
  const session = useApiSession()
  const uuids = open.flatMap(({ uuid }) => uuid ?? [])
  // Fewer than before need no other lookup: each task that ends would begin one, and call off the last.
  const [asked, setAsked] = useState(uuids)
  const isNarrower = uuids.length > 0 && uuids.every((uuid) => asked.includes(uuid))
  const key = isNarrower ? asked : uuids.toSorted()
  if (key !== asked && key.join() !== asked.join()) setAsked(key)
  return useQuery({
    // Without the time of their last change: a service may move that with every step of the work.
    queryKey: [...allVideoTasks(session), 'lookup', scene, key],
    queryFn: async ({ signal }): Promise<StatusLookup> => {
      const { lookUpStatuses } = await import('#web/api/status-lookup.ts')
      return lookUpStatuses({
        uuids,
        totalOf: (status) => totals?.get(status)?.total,
        readPage: (params) => readVideoTasks(session, { ...params, scene }, signal),
      })
    },
    enabled: enabled && uuids.length > 0,
    retry: false,
    // What was found before holds for the rows that are still the same.
    placeholderData: keepPreviousData,
  })
}

/**
 * Checks with one list call of one row whether the service accepts a key.
 *
 * @throws ApiError where it does not, or cannot be asked
 */
export async function checkApiKey(caller: Caller): Promise<void> {
  await readVideoTasks(caller, ONE_ROW, caller.signal)
}
