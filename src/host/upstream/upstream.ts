import { MAX_CREATION_REPLY_BYTES } from '#contract/idempotency.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { describeInvalidInputs } from '#contract/invalid-input.ts'
import {
  bearerHeader,
  MAX_RESPONSE_BYTES,
  NOT_SENT_HEADER,
  type OperationName,
  operations,
} from '#contract/operations.ts'
import { isJson, strictJson } from '#contract/record.ts'
import { readOperationRequest } from '#contract/requests.ts'
import { MAY_EXIST } from '#host/idempotency/own-replies.ts'
import { eventLine, type WriteLine } from '#host/access-log.ts'
import {
  type ClientSignal,
  hostResponse,
  keyMissing,
  type TaskApi,
  type TaskRequest,
} from '#host/task-api.ts'
import type { RequestGate } from '#host/upstream/request-gate.ts'
import {
  type Exchange,
  exchange,
  type ExchangeLimits,
  isWorthFreshConnection,
  openConnections,
} from '#host/upstream/upstream-exchange.ts'

/** The browser gives up after 30 s. The host has to know the outcome before that. */
const LIMITS: ExchangeLimits = {
  connectMs: 5000,
  totalMs: 25_000,
  responseBytes: MAX_RESPONSE_BYTES,
}

/** What stands between the host and the service. */
export interface UpstreamOptions {
  /** limits how many requests are in flight; undefined: there is no limit */
  gate?: RequestGate | undefined
  /** the proxy on the way; undefined: the service is asked directly */
  proxy?: URL | undefined
  /** gets a line about each answer of the service that could not be used */
  writeLine?: WriteLine
}

/** A valid request, as it is forwarded. */
interface CheckedRequest {
  apiKey: string
  operation: OperationName
  headers: Record<string, string>
  query: string
  body: string | undefined
}

/**
 * The proxy to a real service. It forwards the operations of the contract and nothing else, writes each request from its
 * parsed values, and replaces every answer that is not JSON with an error envelope. It does not store
 * the key.
 *
 * @param baseUrl the service's base address, without a slash at its end
 * @param limits overrides of the default limits, which fit a browser that waits 30 s
 */
export function openUpstream(
  baseUrl: string,
  limits: Partial<ExchangeLimits> = {},
  { gate, proxy, writeLine = () => undefined }: UpstreamOptions = {},
): TaskApi & { close(): void } {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/$/, '')
  const { connectMs, totalMs, responseBytes } = { ...LIMITS, ...limits }
  const kept = openConnections(origin, { isFresh: false, connectMs, proxy })
  const fresh = openConnections(origin, { isFresh: true, connectMs, proxy })

  async function forward(
    { operation, query, headers, body }: CheckedRequest,
    clientSignal: ClientSignal | undefined,
    startedAt: number,
  ): Promise<Exchange> {
    const { method, path } = operations[operation]
    const request = { path: basePath + path + query, method, headers, body, clientSignal }
    // The time that it has waited counts.
    const limitsNow = () => ({
      totalMs: totalMs - (performance.now() - startedAt),
      responseBytes,
    })
    // A creation in flight is never aborted: only its answer says what it cost.
    if (method === 'POST') {
      const most = Math.min(responseBytes, MAX_CREATION_REPLY_BYTES)
      return exchange(
        fresh,
        { ...request, clientSignal: undefined },
        { ...limitsNow(), responseBytes: most },
      )
    }
    const first = await exchange(kept, request, limitsNow())
    // The service may have closed an idle connection at the moment of its reuse, or have sent what can only be read on a
    // connection of its own.
    return isWorthFreshConnection(first) ? exchange(fresh, request, limitsNow()) : first
  }

  return {
    async fetch(asked) {
      const { clientSignal, requestId: id } = asked
      const checked = checkRequest(asked)
      if (checked instanceof Response) return checked
      if (clientSignal?.isAborted() === true)
        return hostResponse(502, 'host-error', 'The request was cancelled.')
      const startedAt = performance.now()
      const send = async () => {
        const { operation } = checked
        const result = await forward(checked, clientSignal, startedAt)
        const answered = answer(result, operation)
        const hostErrorCode = answered.headers.get(HOST_ERROR_CODE_HEADER)
        if (hostErrorCode !== null && result.kind !== 'aborted') {
          const reason = reasonOf(result)
          // Nothing of the answer but a code.
          writeLine(eventLine('service-fault', { id, operation, hostErrorCode, reason }))
        }
        return answered
      }
      // After the body has arrived: a slow browser must not hold a place.
      return gate === undefined ? send() : gate.pass({ ...checked, clientSignal }, send)
    },
    close() {
      for (const connections of [kept, fresh]) connections.close()
    },
  }
}

/** Reads a request by the contract, or returns the refusal. */
function checkRequest(asked: TaskRequest): CheckedRequest | Response {
  const { request, operation, apiKey, requestId } = asked
  if (typeof operation !== 'string') {
    return operation.problem === 'not-found'
      ? hostResponse(404, 'not-allowed', 'There is no such operation.')
      : hostResponse(405, 'not-allowed', `This operation takes ${operation.allow} only.`, {
          Allow: operation.allow,
        })
  }
  if (apiKey === undefined) return keyMissing()
  const sent = asked.body ?? 'null'
  if (!isJson(sent)) return hostResponse(400, 'not-allowed', 'The body is not JSON.')
  const { searchParams } = new URL(request.url)
  const reading = readOperationRequest(operation, {
    valuesOf: (name) => searchParams.getAll(name),
    json: JSON.parse(sent),
  })
  if (!reading.ok) return hostResponse(400, 'not-allowed', describeInvalidInputs(reading.invalid))
  const body = reading.body && JSON.stringify(reading.body)
  const headers = {
    Authorization: bearerHeader(apiKey),
    Accept: 'application/json',
    // Replies are small, and the browser is usually near.
    'Accept-Encoding': 'identity',
    ...(requestId !== undefined && { 'X-Request-Id': requestId }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { operation, apiKey, headers, query: reading.query, body }
}

/** Turns the exchange into the browser's answer. */
function answer(result: Exchange, operation: OperationName): Response {
  const afterSending = operations[operation].method === 'POST' ? ` ${MAY_EXIST}` : ''
  switch (result.kind) {
    case 'answer':
      return relay(result, afterSending)
    case 'no-connection': {
      const what = result.reason.startsWith('PROXY_')
        ? 'The proxy on the way to the Task API could not be used'
        : 'The Task API could not be reached'
      const nothingSent = `${what} (${result.reason}); nothing was sent.`
      const status = result.timedOut ? 504 : 502
      return hostResponse(status, 'unreachable', nothingSent, { [NOT_SENT_HEADER]: '1' })
    }
    case 'timeout':
      return hostResponse(504, 'timeout', `The Task API did not answer in time.${afterSending}`)
    case 'too-large':
      return hostResponse(
        502,
        'too-large',
        `The answer of the Task API is too large.${afterSending}`,
      )
    case 'undecodable': {
      const undecodable = `The answer of the Task API is not in the coding that it names (${printable(result.coding)}).`
      return hostResponse(502, 'undecodable', `${undecodable}${afterSending}`)
    }
    case 'broken': {
      const broken = `The connection to the Task API broke (${result.reason}).`
      return hostResponse(502, 'broken-off', `${broken}${afterSending}`)
    }
    case 'aborted':
      return hostResponse(502, 'host-error', 'The request was cancelled.')
  }
}

/** What is wrong with an answer, in a word for the log: the code of the parser or of the network, or the status. */
function reasonOf(result: Exchange): string | undefined {
  if (result.kind === 'answer') return `HTTP ${result.status}`
  return 'reason' in result ? result.reason : undefined
}

function relay(
  { status, retryAfter = '', body }: Extract<Exchange, { kind: 'answer' }>,
  afterSending: string,
): Response {
  // Chromium repeats a POST by itself on these.
  if (status === 408 || status === 421) {
    const timedOut = `The Task API gave up waiting (HTTP ${status}).`
    return hostResponse(504, 'timeout', `${timedOut}${afterSending}`)
  }
  if (status >= 300 && status < 400) {
    const redirected = `The Task API redirected (HTTP ${status}), which is not followed.`
    return hostResponse(502, 'redirected', `${redirected}${afterSending}`)
  }
  // Statuses that are meant for proxies, have no body, or do not exist.
  if (status < 200 || status > 599 || status === 204 || status === 205 || status === 407) {
    const odd = `The Task API answered with HTTP ${status}.`
    return hostResponse(502, 'odd-status', `${odd}${afterSending}`)
  }
  const passedOn: Record<string, string> = /^[\x20-\x7e]{1,64}$/.test(retryAfter)
    ? { 'Retry-After': retryAfter }
    : {}
  const json = strictJson(body)
  if (json !== undefined) {
    passedOn['Content-Type'] = 'application/json'
    return new Response(json, { status, headers: passedOn })
  }
  const notJson = `The Task API answered with something that is not JSON (HTTP ${status}).`
  // A 4xx is a refusal even if its body is not JSON.
  return status >= 400 && status < 500
    ? hostResponse(status, 'not-json', notJson, passedOn)
    : hostResponse(502, 'not-json', `${notJson}${afterSending}`, passedOn)
}

/** A header value that is safe to log. */
function printable(header: string): string {
  return header.replaceAll(/[^\w ,.-]/g, '?').slice(0, 60)
}
