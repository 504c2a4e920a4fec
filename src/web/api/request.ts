import type { StoredReply } from '#contract/idempotency.ts'
import { bearerHeader } from '#contract/authentication.ts'
import { readEnvelope } from '#contract/envelope.ts'
import {
  MAX_RESPONSE_BYTES,
  NOT_SENT_HEADER,
  type OperationName,
  operations,
} from '#contract/operations.ts'
import { HOST_FINDING_HEADER, readHostFinding } from '#contract/host-finding.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import { ApiError, failureOfRefusal, readRetryAfter } from '#web/api/api-error.ts'
import { parseExactJson } from '#web/api/exact-json.ts'

/** No answer within this time is a time-out, in milliseconds. The host's own limits are shorter. */
const TIME_LIMIT_MS = 30_000

/** The service's base address: the host's own, unless the app was built for another. */
export const BASE_URL = (import.meta.env.VITE_TASK_API_BASE_URL ?? '/api').replace(/\/+$/, '')

/** Whether our own host answers: it knows more than the two operations. */
export const HAS_HOST = BASE_URL === '/api'

/** What a request needs of a session. */
export interface Caller {
  readonly apiKey: string
  readonly signal: AbortSignal
}

/** What goes along with one call of an operation. */
export interface CallOptions {
  /** with its `?`, or '' */
  query?: string
  /** sent as JSON */
  body?: object
  /** further headers: for our host only, as the service knows none */
  hostHeaders?: Readonly<Record<string, string>>
  /** aborts this call alone */
  signal?: AbortSignal
}

/**
 * Calls an operation of the Task API: the only door to the service. The key goes into the
 * Authorization header and nowhere else, and not across a redirect.
 *
 * @returns the envelope's data, as yet unread
 * @throws ApiError for everything but a success envelope
 */
export async function callOperation(
  caller: Caller,
  name: OperationName,
  options?: CallOptions,
): Promise<unknown> {
  return readReply(await sendOperation(caller, name, options))
}

/**
 * As callOperation, but the reply is not read yet.
 *
 * @throws ApiError where no whole reply came
 */
export async function sendOperation(
  caller: Caller,
  name: OperationName,
  { query = '', body, hostHeaders, signal }: CallOptions = {},
): Promise<StoredReply> {
  const { method, path } = operations[name]
  const cancel = AbortSignal.any([caller.signal, ...(signal === undefined ? [] : [signal])])
  return exchangeWithKey(`${BASE_URL}${path}${query}`, caller.apiKey, cancel, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(HAS_HOST && hostHeaders),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

/**
 * Reads a reply of the service, just come or kept by our host.
 *
 * @param at when the reply came, or may have at the earliest; milliseconds since the epoch
 * @returns the envelope's data, as yet unread
 * @throws ApiError for everything but a success envelope
 */
export function readReply(
  { status, retryAfter, notSent, finding, body }: StoredReply,
  at: number = Date.now(),
): unknown {
  const json = parseJson(body)
  const reply = readEnvelope(status, json)
  switch (reply.kind) {
    case 'success':
      return reply.data
    case 'unreadable': {
      const issue = json === undefined ? 'not-json' : 'not-an-envelope'
      throw new ApiError({ kind: 'unreadable', issue })
    }
    case 'refused': {
      const { code, message } = reply
      const retryAt = readRetryAfter(retryAfter, at)
      throw new ApiError(failureOfRefusal({ status, code, message, retryAt, notSent, finding }))
    }
  }
}

/**
 * Reads a document of the host that serves this page, for example /host/info.
 *
 * @returns undefined where there is none: the page may be hosted as plain files
 */
export async function readHostDocument(path: string): Promise<unknown> {
  if (!HAS_HOST) return undefined
  try {
    return hostJson(await exchange(path, new AbortController().signal, {}))
  } catch {
    return undefined
  }
}

/**
 * Asks our host about something that belongs to an account.
 *
 * @param method GET looks, DELETE gives up
 * @returns the JSON of its answer
 * @throws ApiError where there is no usable answer
 */
export async function askHost(
  caller: Caller,
  method: 'GET' | 'DELETE',
  path: string,
): Promise<unknown> {
  const reply = await exchangeWithKey(path, caller.apiKey, caller.signal, { method })
  // A failure of our host is an envelope like any other.
  return hostJson(reply) ?? readReply(reply)
}

/** The JSON of a host's answer; undefined where it is a failure, or no JSON. */
function hostJson({ status, body }: StoredReply): unknown {
  return status >= 200 && status < 300 ? parseJson(body) : undefined
}

/**
 * An exchange with a key. A reply may repeat it, in a message or a record: it is taken out here, before
 * anything of the reply is shown or kept.
 */
async function exchangeWithKey(
  url: string,
  apiKey: string,
  cancel: AbortSignal,
  { headers, ...init }: { method: string; headers?: Record<string, string>; body?: string | null },
): Promise<StoredReply> {
  const authorization = bearerHeader(apiKey)
  const reply = await exchange(url, cancel, {
    ...init,
    headers: { accept: 'application/json', authorization, ...headers },
  })
  return { ...reply, body: jsonWithoutKey(reply.body, apiKey) }
}

async function exchange(url: string, cancel: AbortSignal, init: RequestInit): Promise<StoredReply> {
  const wasOffline = !navigator.onLine
  // A timer, and not AbortSignal.timeout: a test's clock can drive it.
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort()
  }, TIME_LIMIT_MS)
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([cancel, limit.signal]),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      notSent: response.headers.has(NOT_SENT_HEADER),
      finding: readHostFinding(response.headers.get(HOST_FINDING_HEADER)),
      body: await readText(response),
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (cancel.aborted) throw new ApiError({ kind: 'cancelled' })
    if (limit.signal.aborted) throw new ApiError({ kind: 'timeout' })
    // A body that broke off comes here, too: the browser says no more than of a dead network.
    throw new ApiError({ kind: wasOffline || !navigator.onLine ? 'offline' : 'unreachable' })
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a body up to the limit: a service gone wrong must not fill the tab's memory. */
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

/** The JSON of a body, without rounding an integer; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
