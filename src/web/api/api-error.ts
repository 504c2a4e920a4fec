import type * as z from 'zod/mini'

import { isRefusedByHost, type HostErrorCode } from '#contract/host-error-code.ts'
import type { apiFailure } from '#web/api/failure-schema.ts'

/** Why a request has no usable answer. */
export type ApiFailure = z.infer<typeof apiFailure>

/** What is wrong with an answer. */
export type UnreadableIssue = Extract<ApiFailure, { kind: 'unreadable' }>['issue']

/** Whether the person needs another key. */
export function isAboutKey({ kind }: ApiFailure): boolean {
  return kind === 'unauthorized' || kind === 'forbidden'
}

/** Whether there was no reply at all. A retry may succeed. */
export function isOutOfReach({ kind }: ApiFailure): boolean {
  return kind === 'offline' || kind === 'unreachable' || kind === 'timeout'
}

/** Whether our host could not record a creation, and so has not sent it. It cannot rule out an earlier repeat. */
export function isNotRecorded(failure: ApiFailure): boolean {
  return failure.kind === 'server' && failure.hostErrorCode === 'not-recorded'
}

/** The only error that the API layer throws. Its message is for developers; screens use describeFailure. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The failure of any thrown value. A value that is not an ApiError is a defect of our code. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  return { kind: 'unreadable', issue: 'defect' }
}

/** The failure of what a `catch` has received. Reports it if it is a defect of our code. */
export function caughtFailure(error: unknown): ApiFailure {
  if (!(error instanceof ApiError)) reportDefect(error)
  return failureOf(error)
}

/**
 * Reports a defect of our own code, so that the console, tests and soak runs see it. Call it in a `catch` with an unexpected
 * error. It ignores refusals of the browser, such as full storage. It leaves out the message, which may quote data.
 */
export function reportDefect(error: unknown): void {
  if (isRefusalOfBrowser(error)) return
  const isError = error instanceof Error
  const report = new Error(isError ? error.name : typeof error)
  const frames = isError ? (error.stack ?? '').split('\n').filter((line) => FRAME.test(line)) : []
  report.stack = [`Defect: ${report.message}`, ...frames].join('\n')
  reportError(report)
}

/** A line of a stack: "    at name (file:1:2)" in Chromium, "name@file:1:2" in Firefox and WebKit. */
const FRAME = /^\s+at .*:\d+:\d+\)?$|@\S*:\d+:\d+$/

function isRefusalOfBrowser(error: unknown): boolean {
  // Our code has given it what cannot be stored.
  return error instanceof DOMException && error.name !== 'DataCloneError'
}

/** The longest accepted Retry-After. If the service asks for a day, the app retries sooner. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000

/** The service accepts the same request later (HTTP 425, Too Early). */
export const TOO_EARLY = 425

/** The three forms of an HTTP date. Date.parse alone reads "-5" as a day in May. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i

/**
 * Reads a Retry-After header: whole seconds or an HTTP date.
 *
 * @returns milliseconds since the epoch, at most MAX_RETRY_AFTER_MS from now; null if unusable
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const isDate = httpDate.test(text)
  if (!isDate && !/^\d+$/.test(text)) return null
  // The oldest form does not name its zone. All three forms use GMT.
  const at = isDate ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : now + Number(text) * 1000
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(at, now), now + MAX_RETRY_AFTER_MS)
}

/** The failure of a reply that is a refusal or an error. */
export function failureOfRefusal({
  status,
  code,
  word,
  message: said,
  retryAt,
  notSent,
  hostErrorCode,
}: {
  /** the HTTP status */
  status: number
  /** the code of the envelope, or the HTTP status if there is no code */
  code: number
  word?: string | undefined
  message: string
  /** milliseconds since the epoch, null if the service did not name a time */
  retryAt: number | null
  notSent: boolean
  hostErrorCode: HostErrorCode | null
}): ApiFailure {
  // The host's message is for developers. The page has its own texts for its error codes.
  const message = hostErrorCode === null ? said : ''
  const found = hostErrorCode === null ? {} : { hostErrorCode }
  // The HTTP status has priority. A service that always answers with HTTP 200 uses the code.
  const decisive = status >= 200 && status < 300 ? code : status
  // After a 5xx, in the status or the code, the task may exist. 408 and 421 come from something in front of
  // the service and do not say what the service did: Chromium has then already sent the request again.
  const isError = status >= 500 || (decisive >= 500 && decisive < 600)
  if (isError || decisive === 408 || status === 421) {
    return { kind: 'server', status: decisive, message, notSent, retryAt, ...found }
  }
  // Only the service's own 401 and 403 are about the key.
  if (isRefusedByHost(hostErrorCode)) return { kind: 'refused', code, message, ...found }
  if (decisive === TOO_EARLY) return { kind: 'refused', code: TOO_EARLY, message, retryAt }
  if (decisive === 401) return { kind: 'unauthorized', message }
  if (decisive === 403) return { kind: 'forbidden', message }
  if (decisive === 429) return { kind: 'rate-limited', message, retryAt }
  const named = word === undefined || hostErrorCode !== null ? {} : { word }
  return { kind: 'refused', code, ...named, message, ...found }
}
