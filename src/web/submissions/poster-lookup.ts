import { useQuery } from '@tanstack/react-query'

import { DEFAULT_LIST_PARAMS, FIRST_PAGE, MAX_PAGE_SIZE } from '#contract/video-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { readVideoTasks } from '#web/api/video-tasks.ts'

/** Where a task is in the list, or that it is not where one looked. */
export type Whereabouts =
  /** page: of the list at its default page size, unfiltered; at: milliseconds since the epoch */
  | { kind: 'found'; page: number; at: number }
  /** total: null where the service gave no usable one */
  | { kind: 'absent'; looked: number; total: number | null; at: number }
  | { kind: 'cannot-look'; failure: ApiFailure }

/** Looking for one task in the list, on demand. */
export interface Lookup {
  result: Whereabouts | undefined
  isLooking: boolean
  look: () => void
}

/**
 * Looks for a created task among the first rows of the video list, with one list call. Whether
 * posters appear there is not shown in the specification.
 */
export function usePosterLookup(uuid: string): Lookup {
  const session = useApiSession()
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['poster-lookup', session.profileId, uuid],
    queryFn: async ({ signal }): Promise<Whereabouts> => {
      try {
        return await lookFor(session, uuid, signal)
      } catch (error) {
        return { kind: 'cannot-look', failure: failureOf(error) }
      }
    },
    enabled: false,
  })
  return { result: data, isLooking: isFetching, look: () => void refetch() }
}

async function lookFor(
  session: ApiSession,
  uuid: string,
  signal: AbortSignal,
): Promise<Whereabouts> {
  const { page, readAt: at } = await readVideoTasks(
    session,
    { page: FIRST_PAGE, page_size: MAX_PAGE_SIZE },
    signal,
  )
  const index = page.rows.findIndex((row) => row.kind === 'task' && row.task.uuid === uuid)
  if (index === -1) return { kind: 'absent', looked: page.rows.length, total: page.total, at }
  return { kind: 'found', page: FIRST_PAGE + Math.floor(index / DEFAULT_LIST_PARAMS.page_size), at }
}
