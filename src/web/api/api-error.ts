/**
 * Why a request has no usable answer. A browser cannot tell a dead network, DNS, CORS and TLS apart:
 * all of them are `unreachable`. (spec: "Errors": not shown)
 */
export type ApiFailure =
  | { kind: 'offline' }
  | { kind: 'unreachable' }
  | { kind: 'timeout' }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'forbidden'; message: string }
  /** retryAt: milliseconds since the epoch, null where the service did not say */
  | { kind: 'rate-limited'; message: string; retryAt: number | null }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'server'; status: number; message: string }
  | { kind: 'unreadable'; issue: string }
  | { kind: 'cancelled' }

/** The one error that the API layer throws. Its message is for developers; people read describeError. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The failure inside anything that was thrown; what is not an ApiError is a defect of ours. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  return { kind: 'unreadable', issue: error instanceof Error ? error.message : String(error) }
}

/** The longest wait that a Retry-After may impose: a service that asks for a day is asked again sooner. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 *
 * @returns milliseconds since the epoch, at most MAX_RETRY_AFTER_MS from now; null where unusable
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(at, now), now + MAX_RETRY_AFTER_MS)
}

/** The failure of an answer that the service itself gave as a refusal or an error. */
export function failureOfRefusal(
  status: number,
  code: number,
  message: string,
  retryAt: number | null,
): ApiFailure {
  if (status >= 500) return { kind: 'server', status, message }
  if (status === 408) return { kind: 'timeout' }
  // The status line speaks first; a service that answers everything with HTTP 200 speaks by code.
  const decisive = status >= 200 && status < 300 ? code : status
  if (decisive === 401) return { kind: 'unauthorized', message }
  if (decisive === 403) return { kind: 'forbidden', message }
  if (decisive === 429) return { kind: 'rate-limited', message, retryAt }
  return { kind: 'refused', code, message }
}
