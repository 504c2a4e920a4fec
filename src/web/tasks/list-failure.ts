import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** How the last read of a request failed. TanStack Query forgets the error when it tries again; this keeps it. */
export interface LastFailure {
  /** null: it did not fail, as far as is known */
  error: Error | null
  /** the request as text, so that its failure is not shown for another one */
  request: string
}

/** How the reading of a list goes. */
export interface ListReading {
  error: Error | null
  /** the last reply, or a placeholder */
  data: VideoTaskListReply | undefined
  /** the rows are those of another request, until this one's come */
  isPlaceholder: boolean
  /** nothing has come for this request yet */
  isWaiting: boolean
}

/** What is known of the last failure after another render. @returns the same object where nothing is new */
export function rememberFailure(
  last: LastFailure,
  { error, isWaiting }: Pick<ListReading, 'error' | 'isWaiting'>,
  request: string,
): LastFailure {
  if (request !== last.request) return { error, request }
  // TanStack Query has no error while it tries again.
  if (error === last.error || (error === null && isWaiting)) return last
  return { error, request }
}

/** What the screen shows of a read. */
export interface ListFailure {
  /** undefined: the last read did not fail */
  failure: ApiFailure | undefined
  /** what may be shown: old rows never stand for rows that could not be loaded */
  reply: VideoTaskListReply | undefined
  /** the failure is shown in full: a note beside the heading is not enough */
  isErrorShown: boolean
}

/**
 * Decides what is shown of a list, and how its failure is told.
 *
 * @param askedOver `readAt` of the reply for which the person has asked for a newer one
 */
export function listFailure(
  { error, data, isPlaceholder, isWaiting }: ListReading,
  last: LastFailure,
  askedOver: number | undefined,
): ListFailure {
  const known = error ?? (isWaiting ? last.error : null)
  if (known === null) return { failure: undefined, reply: data, isErrorShown: false }
  const failure = failureOf(known)
  const reply = isPlaceholder ? undefined : data
  const isAsked = reply !== undefined && reply.readAt === askedOver
  return { failure, reply, isErrorShown: reply === undefined || isAsked || isAboutKey(failure) }
}
