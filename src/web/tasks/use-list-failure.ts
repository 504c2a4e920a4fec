import { useState } from 'react'

import type { VideoTasksQuery } from '#web/api/video-tasks.ts'
import {
  type LastFailure,
  listFailure,
  type ListFailure,
  rememberFailure,
} from '#web/tasks/list-failure.ts'

/** How the last read of a request failed, and what may be shown all the same. */
export function useListFailure(
  query: VideoTasksQuery,
  request: string,
  around: Parameters<typeof listFailure>[2],
): ListFailure {
  const { error, data, isPending, isPlaceholderData: isOld } = query
  const reading = { error, data, isOld, isWaiting: isPending || isOld }
  const [last, setLast] = useState<LastFailure>({ error, request })
  const next = rememberFailure(last, reading, request)
  if (next !== last) setLast(next)
  return listFailure(reading, next, around)
}
