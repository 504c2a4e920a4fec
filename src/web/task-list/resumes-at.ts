import { failureOf } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import { failedReads, type VideoTasksQuery } from '#web/api/video-tasks.ts'

/**
 * When a failed read is retried automatically. The retry policy is in query-client.ts.
 *
 * @param onlineAt when the browser last came back online: the read is then retried at once
 * @returns milliseconds since the epoch; false: only the person can help; undefined: no read has failed
 */
export function resumesAt(
  query: Pick<VideoTasksQuery, 'error' | 'errorUpdatedAt' | 'errorUpdateCount' | 'data'>,
  onlineAt = 0,
): number | false | undefined {
  if (query.error === null) return undefined
  const failure = failureOf(query.error)
  const failedAt = query.errorUpdatedAt
  const delay = resumeDelay(failure, failedReads(query), failedAt)
  if (delay === false) return false
  const isSooner = onlineAt > failedAt && retryAtOf(failure) === null
  return isSooner ? onlineAt : failedAt + delay
}
