import type { HostFinding } from '#contract/host-finding.ts'

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
  /** retryAt: as above, of TOO_EARLY alone; finding: it was our host that refused, or read the refusal */
  | {
      kind: 'refused'
      code: number
      message: string
      retryAt?: number | null
      finding?: HostFinding
    }
  /** notSent: the host says that the request never reached the service */
  | {
      kind: 'server'
      status: number
      message: string
      notSent: boolean
      /** what our host found out, where it answered in place of the service */
      finding?: HostFinding
      /** as above */
      retryAt: number | null
    }
  /** message: what the reply said all the same */
  | { kind: 'unreadable'; issue: UnreadableIssue; message?: string }
  | { kind: 'cancelled' }

/**
 * What is wrong with an answer. `not-json`: HTML, nothing, or broken off, as something between here
 * and the service may have made it. `contradiction`: it says both that a task was created and that it
 * was refused. `defect`: an error of our own while reading.
 */
export type UnreadableIssue =
  | 'not-json'
  | 'not-an-envelope'
  | 'other-data'
  | 'no-uuid'
  | 'contradiction'
  | 'too-large'
  | 'defect'

/** Whether another key is the way on. */
export function isAboutKey({ kind }: ApiFailure): boolean {
  return kind === 'unauthorized' || kind === 'forbidden'
}

/** Whether nothing came back at all: trying again may go better by itself. */
export function isOutOfReach({ kind }: ApiFailure): boolean {
  return kind === 'offline' || kind === 'unreachable' || kind === 'timeout'
}

/** The one error that the API layer throws. Its message is for developers; people read describeFailure. */
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
  return { kind: 'unreadable', issue: 'defect' }
}

/** The longest wait that a Retry-After may impose: a service that asks for a day is asked again sooner. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000

/** The service would have the same request a little later (HTTP 425, Too Early). */
export const TOO_EARLY = 425

/** The three forms of an HTTP date. Date.parse alone takes "-5" for a day in May. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i

/**
 * Reads a Retry-After header: whole seconds or an HTTP date.
 *
 * @returns milliseconds since the epoch, at most MAX_RETRY_AFTER_MS from now; null where unusable
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const isDate = httpDate.test(text)
  if (!isDate && !/^\d+$/.test(text)) return null
  // The oldest form does not name its zone; it is the same for all three.
  const at = isDate ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : now + Number(text) * 1000
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(at, now), now + MAX_RETRY_AFTER_MS)
}

/** The failure of an answer that the service itself gave as a refusal or an error. */
export function failureOfRefusal({
  status,
  code,
  message: said,
  retryAt,
  notSent,
  finding,
}: {
  /** of the status line */
  status: number
  /** of the envelope, or the status where there was none */
  code: number
  message: string
  /** milliseconds since the epoch, null where the service did not say */
  retryAt: number | null
  notSent: boolean
  finding: HostFinding | null
}): ApiFailure {
  // The host's message is for developers: the page has words of its own for what it found out.
  const message = finding === null ? said : ''
  const found = finding === null ? {} : { finding }
  // The status line speaks first; a service that answers everything with HTTP 200 speaks by code.
  const decisive = status >= 200 && status < 300 ? code : status
  // Behind a 5xx the task may exist, whichever of the two says it. 408 and 421 come from something in
  // front of the service, and say nothing of what it did: Chromium has sent the request again by then.
  const isError = status >= 500 || (decisive >= 500 && decisive < 600)
  if (isError || decisive === 408 || status === 421) {
    return { kind: 'server', status: decisive, message, notSent, retryAt, ...found }
  }
  if (decisive === TOO_EARLY) return { kind: 'refused', code: TOO_EARLY, message, retryAt }
  if (decisive === 401) return { kind: 'unauthorized', message }
  if (decisive === 403) return { kind: 'forbidden', message }
  if (decisive === 429) return { kind: 'rate-limited', message, retryAt }
  return { kind: 'refused', code, message, ...found }
}
