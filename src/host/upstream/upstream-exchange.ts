import * as http from 'node:http'
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import * as https from 'node:https'
import { isIP, Socket } from 'node:net'
import * as tls from 'node:tls'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

import { withoutBrackets } from '#host/variables.ts'
import type { ClientSignal } from '#host/task-api.ts'

/** Limits of one exchange with the real service; times in milliseconds, sizes in bytes. */
export interface ExchangeLimits {
  connectMs: number
  /** from the start to the last byte of the answer */
  totalMs: number
  /** of the body, both as received and decoded */
  responseBytes: number
}

/** One request to the real service, or to a bucket. */
export interface ExchangeRequest {
  /** path and query */
  path: string
  method: 'GET' | 'POST' | 'HEAD' | 'DELETE'
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** ends the exchange; without it nothing does */
  clientSignal: ClientSignal | undefined
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
  /** sends a request over one of them */
  readonly request: (options: RequestOptions) => ClientRequest
  /** what HTTP needs before the headers of a request: names and values in turn */
  readonly headers: readonly string[]
  /** stands before the path of each request */
  readonly pathPrefix: string
  /** how the proxy on the way to the service is used, if there is one */
  readonly via: 'tunnel' | 'whole-address' | undefined
  /** how long to wait for a connection, in milliseconds */
  readonly connectMs: number
  close: () => void
}

/** An idle connection is closed after this time, in milliseconds, or earlier if the service says so. */
const IDLE_MS = 4000

/** The most bytes of all headers of an answer. */
const HEADER_BYTES = 64 * 1024

/**
 * Prepares connections; each is opened when a request needs it.
 *
 * @param origin of the service, such as `https://api.example`
 * @param options.proxy on the way to the service; one with https is reached through a tunnel
 * @param options.isFresh whether each request gets a new connection, which no earlier use can have left half closed. Nothing comes
 *   after its answer, so the borders of that may be read leniently: line ends without CR, a length beside chunks
 */
export function openConnections(
  origin: string,
  { isFresh, connectMs, proxy }: { isFresh: boolean; connectMs: number; proxy?: URL | undefined },
): ServiceConnections {
  const url = new URL(origin)
  const tunnel = url.protocol === 'https:' ? proxy : undefined
  // A proxy takes requests for a service with http as they are, with the whole address.
  const forwarder = tunnel === undefined ? proxy : undefined
  const asked = forwarder ?? url
  const isTls = asked.protocol === 'https:'
  const send = isTls ? https.request : http.request
  const agent = new (isTls ? https.Agent : http.Agent)({
    keepAlive: !isFresh,
    timeout: IDLE_MS,
    // Each address of a name gets an equal part of the time, be it of IPv4 or IPv6: lines may be slow.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(connectMs / 2),
  })
  const common = {
    ...addressOf(asked),
    agent,
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: isFresh,
  }
  if (tunnel !== undefined) {
    agent.createConnection = (_options, callback) => {
      // Twice the time: the exchange gives up by itself.
      openTunnel(tunnel, url, 2 * connectMs, (error, socket) => callback?.(error, socket))
      return undefined
    }
  }
  return {
    request: (options) => send({ ...common, ...options }),
    headers: [
      'host',
      url.host,
      'connection',
      isFresh ? 'close' : 'keep-alive',
      ...(forwarder === undefined ? [] : proxyAuthorization(forwarder)),
    ],
    pathPrefix: forwarder === undefined ? '' : url.origin,
    via: proxy && (tunnel === undefined ? 'whole-address' : 'tunnel'),
    connectMs,
    close: () => agent.destroy(),
  }
}

/**
 * Sends one request and reads the whole answer. Never throws, never follows a redirect, and ignores interim answers
 * (RFC 9110, 15.2). Sends only the given headers and those that HTTP needs (Host, Connection, Content-Length).
 */
export function exchange(
  { request: open, headers: first, pathPrefix, via, connectMs }: ServiceConnections,
  { path, method, headers, body, clientSignal }: ExchangeRequest,
  limits: Omit<ExchangeLimits, 'connectMs'>,
): Promise<Exchange> {
  return new Promise((resolve) => {
    if (clientSignal?.isAborted() === true) {
      resolve({ kind: 'aborted' })
      return
    }
    let ended: Exchange | undefined
    let isConnected = false
    let isAtProxy = via !== undefined
    let status = 0
    let bytes = 0
    const chunks: Buffer[] = []

    function end(result: Exchange) {
      if (ended !== undefined) return
      ended = result
      clearTimeout(connectTimer)
      clearTimeout(totalTimer)
      stopWatching?.()
      resolve(result)
      // Before there is a connection, this makes sure that nothing is ever written to it.
      if (result.kind !== 'answer') request.destroy()
    }
    const endInTime = () => {
      const reason = isAtProxy ? 'PROXY_TIMEOUT' : 'no connection in time'
      end(isConnected ? { kind: 'timeout' } : { kind: 'no-connection', timedOut: true, reason })
    }
    const connectTimer = setTimeout(endInTime, connectMs)
    const totalTimer = setTimeout(endInTime, limits.totalMs)
    const stopWatching = clientSignal?.watch(() => end({ kind: 'aborted' }))
    function onConnected() {
      isConnected = true
      clearTimeout(connectTimer)
    }
    function endWithoutConnection(reason: string) {
      end({ kind: 'no-connection', timedOut: false, reason })
    }
    function onError(error: Error) {
      const reason = errorCode(error)
      if (isConnected)
        end({ kind: 'broken', reason, isStale: request.reusedSocket && status === 0 })
      else endWithoutConnection(isAtProxy ? `PROXY_${reason}` : reason)
    }

    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
    const allHeaders = [...first, ...Object.entries(headers).flat(), ...length]
    const request = open({ path: pathPrefix + path, method, headers: allHeaders })
    request.once('socket', (socket) => {
      if (via === 'tunnel') isAtProxy = false
      if (request.reusedSocket) onConnected()
      else socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', onConnected)
    })
    request.on('error', onError)
    request.once('upgrade', ({ statusCode = 0 }: IncomingMessage) => {
      end({ kind: 'answer', status: statusCode, retryAfter: undefined, body: '' })
      request.destroy()
    })
    request.once('response', (response) => {
      status = response.statusCode ?? 0
      // Only the proxy can say so, and before it has sent anything on.
      if (status === 407 && isAtProxy) endWithoutConnection('PROXY_HTTP_407')
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.responseBytes) end({ kind: 'too-large' })
        else chunks.push(chunk)
      })
      response.once('end', () => {
        const answer = answerOf(
          status,
          response.headers,
          Buffer.concat(chunks),
          limits.responseBytes,
        )
        if (answer instanceof Promise) void answer.then(end)
        else end(answer)
      })
      response.on('error', onError)
    })
    request.end(body)
  })
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

/** What the lenient parser of a connection for one request can read and the strict one cannot. */
const LENIENTLY_READ: ReadonlySet<string> = new Set([
  'HPE_CR_EXPECTED',
  'HPE_INVALID_CONTENT_LENGTH',
  'HPE_INVALID_TRANSFER_ENCODING',
])

/** Whether a request that only reads can succeed on a connection of its own. */
export function isWorthFreshConnection(exchanged: Exchange): boolean {
  return exchanged.kind === 'broken' && (exchanged.isStale || LENIENTLY_READ.has(exchanged.reason))
}

/** A short name for what went wrong, such as ECONNREFUSED. A message may quote what was sent. */
export function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed'
}

/** Name and port of an http or https address; IPv6 without brackets. */
export function addressOf({ protocol, hostname, port }: URL): { hostname: string; port: string } {
  const byDefault = protocol === 'https:' ? '443' : '80'
  return { hostname: withoutBrackets(hostname), port: port === '' ? byDefault : port }
}

/** The header that a proxy with a user name and a password wants: name and value, or nothing. */
function proxyAuthorization({ username, password }: URL): string[] {
  if (username === '' && password === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return ['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]
}

/**
 * Opens a tunnel to a service with https through a proxy (CONNECT). The proxy sees the name of the service and nothing else.
 *
 * @param whenOpen called once: with the connection, whose handshake has begun, or with an error that has a code: that of the network, or
 *   HTTP_407 and the like if the proxy refuses
 */
function openTunnel(
  proxy: URL,
  service: URL,
  limitMs: number,
  whenOpen: (error: Error | null, socket: Socket) => void,
): void {
  const { hostname, port } = addressOf(service)
  const target = `${service.hostname}:${port}`
  const send = proxy.protocol === 'https:' ? https.request : http.request
  const request = send({
    ...addressOf(proxy),
    agent: false,
    method: 'CONNECT',
    path: target,
    headers: ['host', target, ...proxyAuthorization(proxy)],
    signal: AbortSignal.timeout(limitMs),
  })
  request.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode >= 200 && statusCode < 300) {
      const servername = isIP(hostname) === 0 ? hostname : ''
      whenOpen(null, tls.connect({ socket, servername, host: hostname }))
      return
    }
    socket.destroy()
    whenOpen(Object.assign(new Error('refused'), { code: `HTTP_${statusCode}` }), socket)
  })
  request.once('error', (error) => whenOpen(error, new Socket()))
  request.end()
}
