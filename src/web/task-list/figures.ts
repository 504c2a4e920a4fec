import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'

import { FIRST_PAGE, type ListFilters, type VideoTask } from '#contract/video-tasks.ts'
import { failureOf } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import {
  allVideoTasks,
  type ListReply,
  NEWEST_TASKS,
  ONE_ROW,
  readVideoTasks,
  videoTasksQuery,
} from '#web/api/video-tasks.ts'
import type { PageChanges } from '#web/task-list/page-changes.ts'
import { isUnfinished } from '#web/task-list/status-evidence.ts'
import { lookUpInRead, lookUpStatuses, type StatusLookup } from '#web/task-list/status-lookup.ts'
import { readStatusTotals, type StatusTotals } from '#web/task-list/status-totals.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'

/* The figures beside a page: how many tasks each status has, and which status unfinished tasks have. */

/** Totals of an earlier try of the same read are fresh for this time, in milliseconds. */
const FRESH_TOTAL_MS = 30_000

/** The query key of the totals under the other filters. */
function statusTotalsKey(session: ApiSession, others: ListFilters) {
  return [...allVideoTasks(session), 'totals', others] as const
}

/** Reads the first page of an open status. Totals and lookup share it: who asks second gets the same reply. */
async function readShared(session: ApiSession, request: ListReply['request']) {
  return session.queryClient.query({ ...videoTasksQuery(session, request), retry: false })
}

/**
 * Reads how many tasks each status has under the other filters. This takes one list call of one row for each status that the
 * page does not tell, as the service has no other way (spec: "Video task list payload", total).
 *
 * @param isWanted false until the rows were read: they have priority over totals
 * @param page the page on screen, if it is one of the service
 * @param hasLookup tasks of open statuses are looked up beside it
 * @returns the totals of the previous filters as placeholder until the new ones arrive
 */
export function useStatusTotals(
  others: ListFilters,
  isWanted: boolean,
  page?: ListReply,
  hasLookup = false,
) {
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
        (status) =>
          // A retry asks for little, as that may be what works.
          hasLookup && !isRetry && status !== undefined && isUnfinished(status)
            ? readShared(session, { ...others, ...NEWEST_TASKS, status })
            : readVideoTasks(session, { ...others, ...ONE_ROW, status }, signal),
        isRetry ? Date.now() - FRESH_TOTAL_MS : Infinity,
      )
      if (failures.length === 0) return totals
      // Show the totals that arrived at once, while the others are retried.
      if (!signal.aborted && totals.size > 0) client.setQueryData(queryKey, totals)
      throw failures[0]
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

/** The query results of useStatusTotals and useStatusLookup. */
export type FiguresQuery = Pick<
  UseQueryResult,
  'dataUpdatedAt' | 'errorUpdatedAt' | 'error' | 'isEnabled' | 'refetch'
>

/**
 * Makes the keys of lookups. Fewer tasks have the key of the last lookup, or each finished task would cancel and restart it. The
 * last one is no state of React, which would render the whole screen twice for each page.
 */
function makeLookupKeys(): (uuids: readonly string[]) => readonly string[] {
  let last: readonly string[] = []
  return (uuids) => {
    if (!uuids.every((uuid) => last.includes(uuid))) last = uuids.toSorted()
    return uuids.length === 0 ? uuids : last
  }
}

/**
 * Looks up which of the two open statuses tasks have, if their fields do not say it. A failure is silent: the
 * tasks are then shown as before.
 *
 * @param open the tasks to look up; if there are none, no request is sent
 * @param enabled false while it is not certain that these tasks are on the page
 */
export function useStatusLookup(
  others: ListFilters,
  open: readonly Pick<VideoTask, 'uuid'>[],
  enabled: boolean,
) {
  const session = useApiSession()
  const uuids = open.flatMap(({ uuid }) => uuid ?? [])
  const keyOf = useMemo(() => makeLookupKeys(), [])
  const lookUpRead = () =>
    lookUpInRead(uuids, (status) => {
      const { queryKey } = videoTasksQuery(session, { ...others, ...NEWEST_TASKS, status })
      return session.queryClient.getQueryData(queryKey)
    })
  return useQuery({
    // Without the time of the last change: a service may update that with every step of the work.
    queryKey: [...allVideoTasks(session), 'lookup', others, keyOf(uuids)],
    queryFn: ({ signal }): Promise<StatusLookup> =>
      lookUpStatuses(uuids, (request) =>
        request.pageNumber === FIRST_PAGE
          ? readShared(session, { ...others, ...request })
          : readVideoTasks(session, { ...others, ...request }, signal),
      ),
    enabled: enabled && uuids.length > 0,
    retry: false,
    // The statuses come with the rows, instead of a moment later.
    initialData: lookUpRead,
    initialDataUpdatedAt: () =>
      Math.min(...[...(lookUpRead()?.values() ?? [])].map(({ asOf }) => asOf)),
    // Earlier results stay valid for unchanged rows.
    placeholderData: keepPreviousData,
  })
}

/** Minimum time between two reads of the totals, in milliseconds. They are read if they may have changed. */
const TOTALS_INTERVAL_MS = 15_000

/** The same for a lookup, and for both after a failure. In milliseconds. */
const LOOKUP_INTERVAL_MS = 30_000

/** The reads of the figures. */
export interface FigureReads {
  totals: FiguresQuery
  lookup: FiguresQuery
  /** the page and the totals disagree about the total of its filter */
  isTotalOutdated: boolean
}

/** @returns a function that takes the changes of a page, and reads totals and lookup again if that is due */
export function useFigureRefresh({ totals, lookup, isTotalOutdated }: FigureReads) {
  const areTotalsOutdated = useRef(false)
  return ({ hasChanged, isNewer, page: { readAt } }: PageChanges): void => {
    if (isTotalOutdated || hasChanged) areTotalsOutdated.current = true
    if (!isNewer || isTabHidden()) return
    if (areTotalsOutdated.current && isDue(totals, readAt, TOTALS_INTERVAL_MS)) {
      areTotalsOutdated.current = false
      void totals.refetch({ cancelRefetch: false })
    }
    if (lookup.isEnabled && isDue(lookup, readAt, LOOKUP_INTERVAL_MS)) {
      void lookup.refetch({ cancelRefetch: false })
    }
  }
}

/** Whether figures may be read again. @param now in milliseconds since the epoch */
function isDue(query: FiguresQuery, now: number, interval: number): boolean {
  const age = now - Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
  if (query.error === null) return age >= interval
  const failure = failureOf(query.error)
  const isAllowed = (retryAtOf(failure) ?? 0) <= now && resumeDelay(failure, 1, now) !== false
  return isAllowed && age >= LOOKUP_INTERVAL_MS
}
