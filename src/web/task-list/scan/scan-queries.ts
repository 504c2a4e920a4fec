import { queryOptions, useQuery } from '@tanstack/react-query'

import { filtersOf, type ListFilters, type ListRequest } from '#contract/video-tasks.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { allScans, allSearches, type ListReply } from '#web/api/video-tasks.ts'
import { dayOf, startOfDay } from '#web/format/calendar.ts'
import type { TaskScan } from '#web/task-list/scan/task-scan.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'

/* Where scans and searches are in the cache. Their code comes later, so nothing here imports it. */

/**
 * The query of one page of results. It has the shape of a list's page, so the same table shows it. While the list is read, it
 * answers with what was read so far, and is to be asked again.
 *
 * @param today when this day began: another day, and another time zone, has other results for "today"
 */
export function foundTasksQuery(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch,
  today: number,
) {
  const key = JSON.stringify([search.text, search.sort, today])
  return queryOptions({
    queryKey: [...allSearches(session), request, key],
    queryFn: async (): Promise<ListReply> => {
      const { readFoundTasks } = await import('#web/task-list/search/found-tasks.ts')
      return readFoundTasks(session, request, search)
    },
  })
}

/**
 * Searches before the screen asks for it, if it did not do so a moment ago. Never rejects.
 *
 * @param isOnlyIfRead a list that was not read to its end is left alone
 */
export async function prefetchFoundTasks(
  session: ApiSession,
  request: ListRequest,
  search: TaskSearch,
  isOnlyIfRead = false,
): Promise<void> {
  const scans = [...allScans(session), filtersOf(request)]
  const list = session.queryClient.getQueryData<TaskScan>(scans)
  if (isOnlyIfRead && list?.scan.progress.phase.kind !== 'done') return
  const today = startOfDay(dayOf(Date.now()))
  const query = foundTasksQuery(session, request, search, today)
  // The screen shows why it failed.
  await session.queryClient.query(query).catch(() => undefined)
}

/** The scan of a list that was opened last. The component renders again when another one is opened. */
export function useOpenTaskScan(filter: ListFilters): TaskScan | undefined {
  const queryKey = [...allScans(useApiSession()), filter]
  return useQuery<TaskScan>({ queryKey, enabled: false }).data
}

/** Gives the scans of a reply's list and of the whole list what it says about their tasks. */
export function updateTaskScan(session: ApiSession, reply: ListReply): void {
  const { queryClient } = session
  const keys = [filtersOf({}), filtersOf(reply.request)].map((filter) => [
    ...allScans(session),
    filter,
  ])
  const lists = new Set(keys.map((key) => queryClient.getQueryData<TaskScan>(key)))
  for (const list of lists) list?.update(reply)
  void queryClient.invalidateQueries({ queryKey: allSearches(session) })
}
