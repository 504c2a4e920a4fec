import { bearerHeader } from '#contract/authentication.ts'
import {
  HOST_ERROR_CODE_HEADER,
  HOST_MARK_HEADER,
  readHostErrorCode,
} from '#contract/host-error-code.ts'
import type { StoredReply } from '#contract/idempotency.ts'
import {
  MAX_RESPONSE_BYTES,
  NOT_SENT_HEADER,
  type OperationName,
  operations,
  REQUEST_ID_HEADER,
} from '#contract/operations.ts'
import { UPLOADS_PATH } from '#contract/uploads.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import { ApiError, readRetryAfter } from '#web/api/api-error.ts'

/** The time limit of a request, in milliseconds. The host's own limits are shorter. */
const TIME_LIMIT_MS = 30_000

/** The base address of the service: that of the host, unless the build sets another one. */
export const BASE_URL = /* @__PURE__ */ (import.meta.env.VITE_TASK_API_BASE_URL ?? '/api').replace(
  /\/+$/,
  '',
)

/** Whether our own host answers. It has more endpoints than the two operations. */
export const HAS_HOST = BASE_URL === '/api'

/** What a request needs from a session. */
export interface Caller {
  readonly apiKey: string
  readonly signal: AbortSignal
}

/**
 * The address of an operation.
 *
 * @param query with its `?`, or ''
 */
export function operationUrl(name: OperationName, query: string): string {
  return `${BASE_URL}${operations[name].path}${query}`
}

/** How much the clock of our host is ahead of this device's, in milliseconds. */
let hostAhead = 0

/** The time by the clock of our host, as its last answer says: milliseconds since the epoch. @param now the time of this device */
export function hostTime(now: number): number {
  return now + hostAhead
}

/** A whole answer as it came. Nothing of it is checked, and it may repeat the key. */
export interface RawReply {
  readonly response: Response
  readonly body: string
}

/** What a request consists of, besides its address. */
interface RequestParts {
  method?: string
  headers?: Record<string, string>
  body?: string | null
}

/**
 * Sends a request, and reads the whole answer. It is the only `fetch` of the app.
 *
 * @param apiKey goes only into the Authorization header; '' for an endpoint of our host that needs none
 * @throws ApiError if no complete answer arrived
 */
export async function sendRequest(
  url: string,
  apiKey: string,
  cancel: AbortSignal,
  { headers, ...parts }: RequestParts = {},
): Promise<RawReply> {
  const wasOffline = !navigator.onLine
  // Tests can control a timer with a fake clock, but not AbortSignal.timeout.
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort()
  }, TIME_LIMIT_MS)
  try {
    const response = await fetch(url, {
      ...parts,
      headers: {
        accept: 'application/json',
        ...(apiKey !== '' && { authorization: bearerHeader(apiKey) }),
        ...headers,
      },
      signal: AbortSignal.any([cancel, limit.signal]),
      credentials: 'omit',
      // A redirect must neither take the key elsewhere nor look like a dead network.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    return { response, body: await readText(response) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (cancel.aborted) throw new ApiError({ kind: 'cancelled' })
    if (limit.signal.aborted) throw new ApiError({ kind: 'timeout' })
    // A body that is cut off comes here, too. Browsers report it like a dead network.
    throw new ApiError({ kind: wasOffline || !navigator.onLine ? 'offline' : 'unreachable' })
  } finally {
    clearTimeout(timer)
  }
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
  return readRawReply(await sendRequest(url, apiKey, cancel, parts), apiKey, isPicture)
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

/** Reads a body up to the size limit, so that a faulty service cannot fill the tab's memory. */
async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel()
      throw new ApiError({ kind: 'unreadable', issue: 'too-large' })
    }
    text += decoder.decode(value, { stream: true })
  }
}
