import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import type { ListReply } from '#web/api/video-tasks.ts'

/** How the last read of a request failed. TanStack Query drops the error when it retries; this keeps it. */
export interface LastFailure {
  /** null: no known failure */
  error: Error | null
  /** the request as text, so that its failure is not shown for another request */
  request: string
}

/** The state of a list's query. */
export interface ListReading {
  error: Error | null
  /** the last reply, or a placeholder */
  data: ListReply | undefined
  /** `data` belongs to the previous request; this one's reply is pending */
  isPlaceholder: boolean
  /** no reply to this request has arrived yet */
  isWaiting: boolean
}

/** Updates the last failure for a render. @returns the same object if nothing is new */
export function rememberFailure(
  last: LastFailure,
  { error, isWaiting }: Pick<ListReading, 'error' | 'isWaiting'>,
  request: string,
): LastFailure {
  if (request !== last.request) return { error, request }
  // TanStack Query has no error while it retries.
  if (error === last.error || (error === null && isWaiting)) return last
  return { error, request }
}

/** What the screen shows for a read. */
export interface ListFailure {
  /** undefined: the last read did not fail */
  failure: ApiFailure | undefined
  /** the reply to show: the previous request's rows never replace rows that could not be loaded */
  reply: ListReply | undefined
  /** the failure is shown as a banner, not only as a note beside the heading */
  isErrorShown: boolean
}

/**
 * Decides what to show for a list, and how to show its failure.
 *
 * @param askedOver `readAt` of the reply that was on screen when the person requested a newer one
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
  const needsPerson = isAboutKey(failure) || failure.kind === 'sign-in'
  return { failure, reply, isErrorShown: reply === undefined || isAsked || needsPerson }
}
