import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** What the last read of a request met: kept while it is tried again, though the library forgets it then. */
export interface LastFailure {
  /** null: nothing, as far as is known */
  error: Error | null
  /** the request in a word: no failure is told of another one */
  request: string
}

/** How the reading of a list goes. */
export interface ListReading {
  error: Error | null
  /** what came last, or a stand-in */
  data: VideoTaskListReply | undefined
  /** the rows are another request's, until this one's come */
  isOld: boolean
  /** nothing has come for this request yet */
  isWaiting: boolean
}

/** What there is to remember now. */
export function rememberFailure(
  last: LastFailure,
  { error, isWaiting }: Pick<ListReading, 'error' | 'isWaiting'>,
  request: string,
): LastFailure {
  if (request !== last.request) return { error, request }
  // While it is tried again the library knows of no error.
  if (error === last.error || (error === null && isWaiting)) return last
  return { error, request }
}

/** What the screen makes of it. */
export interface ListFailure {
  /** undefined: the last read did not fail */
  failure: ApiFailure | undefined
  /** what may be shown; no rows of before stand in for those that could not be loaded */
  reply: VideoTaskListReply | undefined
  /** the failure is told in full: a mark beside the heading is not enough */
  isErrorShown: boolean
}

/**
 * Decides what is shown of a list and how its failure is told.
 *
 * @param askedOver `readAt` of the reply over which somebody asked for a newer one
 * @param isRetryManagedByAutoRefresh somebody else marks rows that are not up to date, and sees to newer ones
 */
export function listFailure(
  { error, data, isOld, isWaiting }: ListReading,
  last: LastFailure,
  {
    askedOver,
    isRetryManagedByAutoRefresh,
  }: { askedOver: number | undefined; isRetryManagedByAutoRefresh: boolean },
): ListFailure {
  const known = error ?? (isWaiting ? last.error : null)
  if (known === null) return { failure: undefined, reply: data, isErrorShown: false }
  const failure = failureOf(known)
  const reply = isOld ? undefined : data
  const isAsked = reply !== undefined && reply.readAt === askedOver
  const isErrorShown =
    reply === undefined || isAsked || isAboutKey(failure) || !isRetryManagedByAutoRefresh
  return { failure, reply, isErrorShown }
}
