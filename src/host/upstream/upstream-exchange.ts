import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

import { errors, Pool } from 'undici'

import type { Departure } from '#host/task-api.ts'

/** Limits of one exchange with the real service; times in milliseconds, sizes in bytes. */
export interface ExchangeLimits {
  connectMs: number
  /** from the start to the last byte of the answer */
  totalMs: number
  /** of the body, both as received and decoded */
  responseBytes: number
}

/** One request to the real service. */
export interface ExchangeRequest {
  /** path and query */
  path: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** ends the exchange; without it nothing does */
  left: Departure | undefined
}

/** How an exchange ended. Without a connection, the service cannot have seen the request. */
export type Exchange =
  | { kind: 'answer'; status: number; retryAfter: string | undefined; body: string }
  | { kind: 'no-connection'; timedOut: boolean; reason: string }
  | { kind: 'timeout' }
  | { kind: 'too-large' }
  /** the body is not in the coding of its header, or the coding is not one of the three supported ones */
  | { kind: 'undecodable'; coding: string }
  /** `isStale`: nothing came over a connection that had been used before; the service may have closed it already */
  | { kind: 'broken'; reason: string; isStale: boolean }
  | { kind: 'aborted' }

/** Connections to the real service. */
export interface ServiceConnections {
  readonly pool: Pool
  /** each request gets a new one, which no earlier use can have left half closed */
  readonly isFresh: boolean
  /** whether the request that starts in this turn is the first one on its connection */
  isFirst: () => boolean
}

/**
 * Prepares connections; each is opened when a request needs it.
 *
 * @param origin of the service, such as `https://api.example`
 * @param options.isFresh whether each request gets a new connection
 * @param options.connectMs how long to wait for a connection, in milliseconds; `undici` may take a second longer
 */
export function openConnections(
  origin: string,
  { isFresh, connectMs }: { isFresh: boolean; connectMs: number },
): ServiceConnections {
  // `exchange` limits the other times, and the gate the number of connections.
  const pool = new Pool(origin, {
    connectTimeout: connectMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: null,
    pipelining: 1,
    allowH2: false,
  })
  let isFirst = false
  pool.on('connect', () => {
    isFirst = true
    // The request that has waited for the connection starts in the same turn.
    queueMicrotask(() => {
      isFirst = false
    })
  })
  return { pool, isFresh, isFirst: () => isFirst }
}

/**
 * Sends one request and reads the whole answer. Never throws and never follows a redirect. Sends only the
 * given headers and those that HTTP needs (Host, Connection, Content-Length).
 */
export function exchange(
  { pool, isFresh, isFirst }: ServiceConnections,
  { path, method, headers, body, left }: ExchangeRequest,
  limits: Omit<ExchangeLimits, 'connectMs'>,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: { abort(reason: Error): void } | undefined
    let ended: Exchange | undefined
    let isReused = false
    let status = 0
    let received: IncomingHttpHeaders = {}
    let bytes = 0
    const chunks: Buffer[] = []

    function end(result: Exchange) {
      if (ended !== undefined) return
      ended = result
      clearTimeout(totalTimer)
      stopWatching?.()
      resolve(result)
      if (result.kind !== 'answer') controller?.abort(new Error(result.kind))
    }
    const totalTimer = setTimeout(() => {
      end(controller === undefined ? NO_CONNECTION_IN_TIME : { kind: 'timeout' })
    }, limits.totalMs)
    const stopWatching = left?.watch(() => end({ kind: 'aborted' }))
    if (left?.hasHappened() === true) {
      end({ kind: 'aborted' })
      return
    }
    pool.dispatch(
      { path, method, headers, body: body ?? null, reset: isFresh },
      {
        // There is a connection, and nothing was written yet.
        onRequestStart(started) {
          controller = started
          isReused = !isFirst()
          // The exchange has ended with "no connection" or "aborted" already, so nothing may be sent now.
          if (ended !== undefined) started.abort(new Error(ended.kind))
        },
        onResponseStart(_controller, statusCode, answered) {
          status = statusCode
          received = answered
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length
          if (bytes > limits.responseBytes) end({ kind: 'too-large' })
          else chunks.push(chunk)
        },
        onResponseEnd() {
          const answer = answerOf(status, received, Buffer.concat(chunks), limits.responseBytes)
          if (answer instanceof Promise) void answer.then(end)
          else end(answer)
        },
        onResponseError(_controller, error) {
          const reason = errorCode(error)
          const isStale = isReused && status === 0
          if (controller !== undefined) end({ kind: 'broken', reason, isStale })
          else if (error instanceof errors.ConnectTimeoutError) end(NO_CONNECTION_IN_TIME)
          else end({ kind: 'no-connection', timedOut: false, reason })
        },
      },
    )
  })
}

const NO_CONNECTION_IN_TIME: Exchange = {
  kind: 'no-connection',
  timedOut: true,
  reason: 'no connection in time',
}

const utf8 = new TextDecoder()

/** The answer with its body as text: at once, unless it has to be decoded. */
function answerOf(
  status: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
  most: number,
): Exchange | Promise<Exchange> {
  const retryAfter = whole(headers['retry-after'])
  const toAnswer = (bytes: Buffer): Exchange => ({
    kind: 'answer',
    status,
    retryAfter,
    body: utf8.decode(bytes),
  })
  const coding = whole(headers['content-encoding'])
  if (coding === undefined) return toAnswer(body)
  return decodeBody(body, coding, most).then(toAnswer, (error: unknown) =>
    isTooLarge(error) ? { kind: 'too-large' } : { kind: 'undecodable', coding },
  )
}

/** A header that may have come more than once. */
function whole(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

const decoders: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  // With zlib's header as the standard says, or without it as some servers send it.
  deflate: (body, options) =>
    promisify((body[0] ?? 0) % 16 === 8 ? zlib.inflate : zlib.inflateRaw)(body, options),
}

/** More nested codings than this are an attack. */
const MAX_CODINGS = 2

/**
 * Decodes a body (RFC 9110, 8.4), even if no coding was asked for.
 *
 * @param coding the Content-Encoding header; the coding that was applied last stands at its end
 * @throws if it cannot be decoded, or is larger than `most` bytes
 */
async function decodeBody(body: Buffer, coding: string, most: number): Promise<Buffer> {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (codings.length > MAX_CODINGS) throw new Error('too many codings')
  let decoded = body
  for (const name of codings.toReversed()) {
    const decode = decoders[name]
    if (decode === undefined) throw new Error('unknown coding')
    decoded = await decode(decoded, { maxOutputLength: most })
  }
  return decoded
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/** A short name for what went wrong, such as ECONNREFUSED. A message may quote what was sent. */
function errorCode(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed'
}
