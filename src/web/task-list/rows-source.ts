import { keepPreviousData, type QueryFunction, useQuery } from '@tanstack/react-query'

import { filtersOf, type ListFilters, type ListRequest } from '#contract/video-tasks.ts'
import type { TakeResult } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import {
  type ListReply,
  prefetchUnreadVideoTasks,
  prefetchVideoTasks,
  videoTasksQuery,
} from '#web/api/video-tasks.ts'
import { dayOf, startOfDay } from '#web/format/calendar.ts'
import type { RowsReply } from '#web/task-list/list-page.ts'
import { allScans, allSearches } from '#web/task-list/query-keys.ts'
import type { TaskScan } from '#web/task-list/scan/task-scan.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import { useClock } from '#web/ui/now.ts'

/*
 * Where the rows of a list come from: they are pages of the service or, with a search, results among the rows of a scan. Screens
 * show both alike. The code of scans and searches comes later, so nothing here imports it.
 */

type RowsKey = (string | ListRequest)[]

/**
 * The query of one page of rows. While the list of a search is read, it answers with what was read so far, and is to be asked again.
 *
 * @param search undefined: a page of the service
 * @param today when this day began: another day, and another time zone, has other results for "today"
 */
export function rowsQuery(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch | undefined,
  today: number,
): { queryKey: RowsKey; queryFn?: QueryFunction<RowsReply, RowsKey> } {
  if (search === undefined) return videoTasksQuery(session, request)
  const key = JSON.stringify([search.text, search.sort, today])
  return {
    queryKey: [...allSearches(session), request, key],
    queryFn: async () => {
      const { searchPage } = await import('#web/task-list/search/search-results.ts')
      return searchPage(session, request, search)
    },
  }
}

/** Reads one page of rows. The previous page is the placeholder until it arrives. */
export function useRows(request: ListRequest, search: TaskSearch | undefined) {
  const session = useApiSession()
  const today = useClock(startOfToday)
  return useQuery({
    ...rowsQuery(session, request, search, today),
    // Safe: the cache belongs to one account, so a placeholder is never from another account.
    placeholderData: keepPreviousData,
    // The loader has sent the request already. Show its failure and do not repeat the request.
    retryOnMount: false,
  })
}

/** The query result of one page of rows. */
export type RowsQuery = ReturnType<typeof useRows>

/**
 * Reads the page of an address before its screen asks for it, if it did not do so a moment ago. Never rejects.
 *
 * @param signal gives up a page of the service, if nothing shows it by then
 * @param takeResult of a request for that page that was sent before
 * @returns undefined: it is there
 */
export function readRowsAhead(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch | undefined,
  { signal, takeResult }: { signal: AbortSignal; takeResult: TakeResult },
): Promise<void> | undefined {
  return search === undefined
    ? prefetchUnreadVideoTasks(session, request, signal, takeResult)
    : readResults(session, request, search)
}

/** Reads a page that a person may ask for. A list that was not read to its end is not searched for that. Never rejects. */
export async function prefetchRows(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch | undefined,
): Promise<void> {
  if (search === undefined) return prefetchVideoTasks(session, request)
  const scan = session.queryClient.getQueryData<TaskScan>(scanKey(session, request))
  if (scan?.pages.progress.phase.kind === 'done') await readResults(session, request, search)
}

async function readResults(session: ApiSession, request: ListRequest, search: TaskSearch) {
  const query = rowsQuery(session, request, search, startOfToday(Date.now()))
  // The screen shows why it failed.
  await session.queryClient.query(query).catch(() => undefined)
}

const startOfToday = (now: number) => startOfDay(dayOf(now))

function scanKey(session: ApiSession, filter: ListFilters) {
  return [...allScans(session), filtersOf(filter)]
}

/** The scan of a list that was opened last. The component renders again when another one is opened. */
export function useOpenTaskScan(filter: ListFilters): TaskScan | undefined {
  const queryKey = scanKey(useApiSession(), filter)
  return useQuery<TaskScan>({ queryKey, enabled: false }).data
}

/** Gives the scans of a reply's list and of the whole list what it says about their tasks. */
export function updateTaskScans(session: ApiSession, reply: ListReply): void {
  const { queryClient } = session
  const keys = [{}, reply.request].map((filter) => scanKey(session, filter))
  const scans = new Set(keys.map((key) => queryClient.getQueryData<TaskScan>(key)))
  for (const scan of scans) scan?.update(reply)
  void queryClient.invalidateQueries({ queryKey: allSearches(session) })
}
