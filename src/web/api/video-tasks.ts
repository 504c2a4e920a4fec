import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

import {
  FIRST_PAGE,
  listQueryString,
  readVideoTaskPage,
  TASK_STATUSES,
  type TaskScene,
  type TaskStatus,
  type VideoTaskListParams,
  type VideoTaskPage,
} from '#contract/video-tasks.ts'
import { ApiError, failureOf } from '#web/api/api-error.ts'
import { resumeDelay } from '#web/api/query-client.ts'
import { callOperation, type Caller } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'

/** A page of tasks and the request it answers: evidence of a filter belongs to its own reply. */
export interface VideoTaskListReply {
  params: VideoTaskListParams
  page: VideoTaskPage
  /** when the reply came, milliseconds since the epoch */
  readAt: number
}

/** What loaders, components and prefetching all use to read one page (spec: "List video tasks"). */
function videoTasksQuery(session: ApiSession, params: VideoTaskListParams) {
  return queryOptions({
    queryKey: [...allVideoTasks(session), params],
    queryFn: ({ signal }) => readVideoTasks(session, params, signal),
  })
}

/** The start of every key of this operation: what a refresh or a creation makes stale. */
export function allVideoTasks({ profileId }: Pick<ApiSession, 'profileId'>) {
  return ['video-tasks', profileId] as const
}

/** The smallest list request: what a total or the check of a key needs. */
const ONE_ROW = { page: FIRST_PAGE, page_size: 1 }

async function readVideoTasks(
  caller: Caller,
  params: VideoTaskListParams,
  signal: AbortSignal,
): Promise<VideoTaskListReply> {
  const query = listQueryString(params)
  const data = await callOperation(caller, 'listVideoTasks', { query, signal })
  const page = readVideoTaskPage(data)
  if (page === undefined) {
    throw new ApiError({ kind: 'unreadable', issue: 'no-task-list' })
  }
  return { params, page, readAt: Date.now() }
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
    refetchInterval: ({ state }) =>
      state.status === 'error' && resumeDelay(failureOf(state.error), state.errorUpdateCount),
  })
}

/** prefetchVideoTasks for the session at hand. */
export function usePrefetchVideoTasks(): (params: VideoTaskListParams) => void {
  const session = useApiSession()
  return (params) => {
    prefetchVideoTasks(session, params)
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

/** A total and when it was read. */
export interface StatusTotal {
  total: number
  /** milliseconds since the epoch */
  asOf: number
}

/** The filters that have a total: every status, and undefined for no filtering. */
const FILTERS: readonly (TaskStatus | undefined)[] = [undefined, ...TASK_STATUSES]

/** Each filter's total; a filter is missing where the service gave no usable one. */
export type StatusTotals = ReadonlyMap<TaskStatus | undefined, StatusTotal>

const NO_TOTALS: StatusTotals = new Map()

/**
 * Reads how many tasks each status has under a scene: one list call of one row each, as the service
 * has no other way to say it (spec: "Video task list payload", total).
 *
 * @param enabled false until the page itself was read: rows come before figures
 * @returns the totals under the scene before, marked so, until the new ones are there
 */
export function useStatusTotals(
  scene: TaskScene | undefined,
  enabled: boolean,
): { totals: StatusTotals; isPlaceholder: boolean } {
  const session = useApiSession()
  const query = useQuery({
    queryKey: [...allVideoTasks(session), 'totals', scene],
    queryFn: async ({ signal }): Promise<StatusTotals> => {
      const totals = new Map<TaskStatus | undefined, StatusTotal>()
      await Promise.all(
        FILTERS.map(async (status) => {
          const reply = await readVideoTasks(session, { ...ONE_ROW, status, scene }, signal)
          const { total } = reply.page
          if (total !== null) totals.set(status, { total, asOf: reply.readAt })
        }),
      )
      return totals
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  return { totals: query.data ?? NO_TOTALS, isPlaceholder: query.isPlaceholderData }
}

/**
 * Checks with one list call of one row whether the service accepts a key.
 *
 * @throws ApiError where it does not, or cannot be asked
 */
export async function checkApiKey(caller: Caller): Promise<void> {
  await readVideoTasks(caller, ONE_ROW, caller.signal)
}
