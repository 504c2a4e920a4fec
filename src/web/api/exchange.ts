import {
  HOST_ERROR_CODE_HEADER,
  HOST_MARK_HEADER,
  readHostErrorCode,
} from '#contract/host-error-code.ts'
import type { StoredReply } from '#contract/idempotency.ts'
import { NOT_SENT_HEADER, REQUEST_ID_HEADER } from '#contract/operations.ts'
import { UPLOADS_PATH } from '#contract/uploads.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import { ApiError, readRetryAfter } from '#web/api/api-error.ts'
import {
  BASE_URL,
  type RawReply,
  type RequestParts,
  type RequestResult,
  sendRequest,
} from '#web/api/send.ts'

/** Whether our own host answers. It has more endpoints than the two operations. */
export const HAS_HOST = BASE_URL === '/api'

/** What a request needs from a session. */
export interface Caller {
  readonly apiKey: string
  readonly signal: AbortSignal
}

/** How much the clock of our host is ahead of this device's, in milliseconds. */
let hostAhead = 0

/** The time by the clock of our host, as its last answer says: milliseconds since the epoch. @param now the time of this device */
export function hostTime(now: number): number {
  return now + hostAhead
}

/**
 * Reads an answer with its headers. A reply may repeat the key in a message or a record. It is removed here, before any part
 * of the reply is shown or stored.
 *
 * @param isPicture it answers a request about a picture, of which the service learns nothing
 * @throws ApiError if something in front of our host has answered in its place
 */
export function readRawReply(
  { response, body }: RawReply,
  apiKey: string,
  isPicture = false,
): StoredReply {
  checkMark(response, body, isPicture)
  const { status, headers } = response
  const sentAt = Date.parse(headers.get('date') ?? '')
  if (HAS_HOST && !Number.isNaN(sentAt)) hostAhead = sentAt - Date.now()
  return {
    status,
    retryAfter: headers.get('retry-after'),
    notSent: headers.has(NOT_SENT_HEADER),
    hostErrorCode: readHostErrorCode(headers.get(HOST_ERROR_CODE_HEADER)),
    body: jsonWithoutKey(body, apiKey),
    requestId: headers.get(REQUEST_ID_HEADER) ?? undefined,
  }
}

/**
 * Sends a request with a key.
 *
 * @throws ApiError if no complete answer of the service or our host arrived
 */
export async function exchange(
  url: string,
  apiKey: string,
  cancel: AbortSignal,
  parts?: RequestParts,
): Promise<StoredReply> {
  const isPicture = url.startsWith(UPLOADS_PATH)
  return readRawReply(replyOf(await sendRequest(url, apiKey, cancel, parts)), apiKey, isPicture)
}

/** The answer to a request. @throws ApiError if no complete one arrived */
export function replyOf(result: RequestResult): RawReply {
  if ('failure' in result) throw new ApiError(result.failure)
  return result.reply
}

/** Answers of a proxy that wants a sign-in before it lets a request through. */
const SIGN_IN_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 511])

/**
 * Finds out whether something in front of our host has answered in its place: that says nothing about the key or the service. A
 * limit of requests (429) stays what it is. A 403 wants a sign-in, but not about a picture: firewalls refuse files with it.
 *
 * @throws ApiError then, and for any redirect
 */
function checkMark({ type, status, headers }: Response, body: string, isPicture: boolean): void {
  const isRedirect = type === 'opaqueredirect'
  if (HAS_HOST && !headers.has(HOST_MARK_HEADER)) {
    const isTurnedAway =
      isRedirect || (SIGN_IN_STATUSES.has(status) && !(isPicture && status === 403))
    const isBasic = /^basic/i.test(headers.get('www-authenticate') ?? '')
    if (isTurnedAway || (status < 400 && /^\s*</.test(body))) {
      throw new ApiError({ kind: 'sign-in', notSent: isTurnedAway, isBasic })
    }
    if (status >= 400 && (isPicture || status !== 429)) {
      const retryAt = readRetryAfter(headers.get('retry-after'), Date.now())
      throw new ApiError({ kind: 'front', status, retryAt })
    }
  }
  if (isRedirect) throw new ApiError({ kind: 'unreachable' })
}
