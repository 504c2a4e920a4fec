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

/** The time limit of a request, in milliseconds. The host's own limits are shorter. */
const TIME_LIMIT_MS = 30_000

/** The base address of the service: that of the host, unless the build sets another one. */
export const BASE_URL = (import.meta.env.VITE_TASK_API_BASE_URL ?? '/api').replace(/\/+$/, '')

/** Whether our own host answers. It has more endpoints than the two operations. */
export const HAS_HOST = BASE_URL === '/api'

/** What a request needs from a session. */
export interface Caller {
  readonly apiKey: string
  readonly signal: AbortSignal
}

/** The options of one call of an operation. */
export interface CallOptions {
  /** the query with its `?`, or '' */
  query?: string
  /** sent as JSON */
  body?: object
  /** further headers, only for our host: the service defines none */
  hostHeaders?: Readonly<Record<string, string>>
  /** aborts only this call */
  signal?: AbortSignal
}

/**
 * Calls an operation of the Task API. All requests to the service go through this function. The key goes
 * only into the Authorization header, and is not sent to the target of a redirect.
 *
 * @returns the data of the envelope, not validated
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
 * Like callOperation, but does not parse the reply.
 *
 * @throws ApiError if no complete reply arrived
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
 * Parses a reply of the service: a new one, or one that our host has kept.
 *
 * @param at the time of the reply, or its earliest possible time; in milliseconds since the epoch
 * @returns the data of the envelope, not validated
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
 * @returns undefined if there is none: the page may be hosted as static files
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
 * Calls an endpoint of our host about something that belongs to an account.
 *
 * @param method GET reads, DELETE cancels
 * @returns the JSON of its answer
 * @throws ApiError if there is no usable answer
 */
export async function askHost(
  caller: Caller,
  method: 'GET' | 'DELETE',
  path: string,
): Promise<unknown> {
  const reply = await exchangeWithKey(path, caller.apiKey, caller.signal, { method })
  // Our host sends its failures as envelopes, too.
  return hostJson(reply) ?? readReply(reply)
}

/** The JSON of a host's answer; undefined if it is a failure, or not JSON. */
function hostJson({ status, body }: StoredReply): unknown {
  return status >= 200 && status < 300 ? parseJson(body) : undefined
}

/**
 * Sends a request with a key. A reply may repeat the key in a message or a record. It is removed here, before
 * any part of the reply is shown or stored.
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
  // Tests can control a timer with a fake clock, but not AbortSignal.timeout.
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
    // A body that is cut off comes here, too. Browsers report it like a dead network.
    throw new ApiError({ kind: wasOffline || !navigator.onLine ? 'offline' : 'unreachable' })
  } finally {
    clearTimeout(timer)
  }
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

/** Parses a body without rounding integers; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
