import { bearerHeader } from '#contract/authentication.ts'
import { readEnvelope } from '#contract/envelope.ts'
import {
  MAX_RESPONSE_BYTES,
  NOT_SENT_HEADER,
  type OperationName,
  operations,
} from '#contract/operations.ts'
import { ApiError, type ApiFailure, failureOfRefusal, readRetryAfter } from '#web/api/api-error.ts'

/** No answer within this time is a time-out, in milliseconds. The host's own limits are shorter. */
const TIME_LIMIT_MS = 30_000

/** The service's base address: the host's own, unless the app was built for another. */
const BASE_URL = (import.meta.env.VITE_TASK_API_BASE_URL ?? '/api').replace(/\/+$/, '')

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
  { query = '', body, signal }: CallOptions = {},
): Promise<unknown> {
  const { method, path } = operations[name]
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS)
  const cancel = AbortSignal.any([caller.signal, ...(signal === undefined ? [] : [signal])])
  const { response, text } = await exchange(`${BASE_URL}${path}${query}`, cancel, timeout, {
    method,
    headers: {
      accept: 'application/json',
      authorization: bearerHeader(caller.apiKey),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return dataOf(response, text)
}

function dataOf(response: Response, text: string): unknown {
  const json = parseJson(text)
  const reply = readEnvelope(response.status, json)
  switch (reply.kind) {
    case 'success':
      return reply.data
    case 'unreadable': {
      const issue = json === undefined ? 'not-json' : 'not-an-envelope'
      throw new ApiError({ kind: 'unreadable', issue })
    }
    case 'refused': {
      const { code, message } = reply
      const { status, headers } = response
      const retryAt = readRetryAfter(headers.get('retry-after'), Date.now())
      const notSent = headers.has(NOT_SENT_HEADER)
      throw new ApiError(failureOfRefusal({ status, code, message, retryAt, notSent }))
    }
  }
}

/**
 * Reads a document of the host that serves this page, for example /host/info.
 *
 * @returns undefined where there is none: the page may be hosted as plain files
 */
export async function readHostDocument(path: string): Promise<unknown> {
  if (BASE_URL !== '/api') return undefined
  try {
    const timeout = AbortSignal.timeout(TIME_LIMIT_MS)
    const { response, text } = await exchange(path, new AbortController().signal, timeout, {})
    return response.ok ? parseJson(text) : undefined
  } catch {
    return undefined
  }
}

async function exchange(
  url: string,
  cancel: AbortSignal,
  timeout: AbortSignal,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  const wasOffline = !navigator.onLine
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([cancel, timeout]),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    return { response, text: await readText(response) }
  } catch (error) {
    throw new ApiError(failureOfExchange(error, { cancel, timeout, wasOffline }))
  }
}

function failureOfExchange(
  error: unknown,
  {
    cancel,
    timeout,
    wasOffline,
  }: { cancel: AbortSignal; timeout: AbortSignal; wasOffline: boolean },
): ApiFailure {
  if (error instanceof ApiError) return error.failure
  if (cancel.aborted) return { kind: 'cancelled' }
  if (timeout.aborted) return { kind: 'timeout' }
  return { kind: wasOffline || !navigator.onLine ? 'offline' : 'unreachable' }
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

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}
