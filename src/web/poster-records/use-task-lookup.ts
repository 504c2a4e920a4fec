import { useQuery } from '@tanstack/react-query'

import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  MAX_PAGE_SIZE,
  type VideoTask,
  type ListRequest,
} from '#contract/video-tasks.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { readVideoTasks, type ListReply } from '#web/api/video-tasks.ts'

/** A task in the list, and its position. */
export type TaskPosition =
  /** page: of the list at its default page size, unfiltered; at: milliseconds since the epoch */
  | {
      kind: 'found'
      task: VideoTask
      page: number
      at: number
      /** the reading that found it */
      foundAt: ListRequest
    }
  /** total: null if the service gave no usable one */
  | { kind: 'absent'; looked: number; total: number | null; at: number }
  | { kind: 'cannot-look'; failure: ApiFailure }

/** Looking for one task in the list, on request. */
export interface TaskLookup {
  result: TaskPosition | undefined
  isLooking: boolean
  look: () => void
  /** Keeps a later reading of the page with the task. */
  keep: (reply: ListReply) => void
}

/** How many pages of the list are read for one task. Those who need more use "Find task". */
const MAX_LOOKUP_PAGES = 10

/**
 * Looks for a created task in the video list, from its first page on. The specification does not
 * show whether posters appear there.
 */
export function useTaskLookup(uuid: string): TaskLookup {
  const session = useApiSession()
  const queryKey = ['poster-lookup', session.profileId, uuid]
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<TaskPosition> => {
      try {
        return await findTask(session, uuid, signal)
      } catch (error) {
        return { kind: 'cannot-look', failure: caughtFailure(error) }
      }
    },
    enabled: false,
  })
  return {
    result: data,
    isLooking: isFetching,
    look: () => void refetch(),
    keep(reply) {
      const found = positionIn(reply, uuid)
      if (found !== undefined) session.queryClient.setQueryData(queryKey, found)
    },
  }
}

async function findTask(
  session: ApiSession,
  uuid: string,
  signal: AbortSignal,
): Promise<TaskPosition> {
  let looked = 0
  for (let number = FIRST_PAGE; ; number += 1) {
    const request = { pageNumber: number, pageSize: MAX_PAGE_SIZE }
    const reply = await readVideoTasks(session, request, signal)
    const found = positionIn(reply, uuid)
    if (found !== undefined) return found
    const { rows, total } = reply
    looked += rows.length
    const isLast = total === null ? rows.length < MAX_PAGE_SIZE : looked >= total
    if (isLast || rows.length === 0 || number === MAX_LOOKUP_PAGES) {
      return { kind: 'absent', looked, total, at: reply.readAt }
    }
  }
}

function positionIn(
  { rows, request, readAt: at }: ListReply,
  uuid: string,
): TaskPosition | undefined {
  const index = rows.findIndex((row) => row.kind === 'task' && row.task.uuid === uuid)
  const row = rows[index]
  if (row?.kind !== 'task') return undefined
  const before = (request.pageNumber - FIRST_PAGE) * request.pageSize + index
  const number = FIRST_PAGE + Math.floor(before / DEFAULT_LIST_REQUEST.pageSize)
  return { kind: 'found', task: row.task, page: number, at, foundAt: request }
}
