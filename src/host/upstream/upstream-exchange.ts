import * as http from 'node:http'
import * as https from 'node:https'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

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
  url: URL
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** aborts the exchange; without it nothing does */
  signal: AbortSignal | undefined
  /** false: a new connection, which no earlier use can have left half closed */
  agent: http.Agent | false
}

/** How an exchange ended. Without a connection, the service cannot have seen the request. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: http.IncomingHttpHeaders; body: string }
  | { kind: 'no-connection'; timedOut: boolean; reason: string }
  | { kind: 'timeout' }
  | { kind: 'too-large' }
  /** the body is not in the coding of its header, or the coding is not one of the three supported ones */
  | { kind: 'undecodable'; coding: string }
  | { kind: 'broken'; reason: string; staleConnection: boolean }
  | { kind: 'aborted' }

/**
 * Sends one request and reads the whole answer. Never throws and never follows a redirect. Sends only the
 * given headers and those that HTTP needs (Host, Connection, Content-Length).
 */
export function exchange(request: ExchangeRequest, limits: ExchangeLimits): Promise<Exchange> {
  const { url, method, headers, body, signal, agent } = request
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? https.request : http.request
    const outgoing = send(url, { method, headers, agent })
    let connected = false
    const totalTimer = setTimeout(() => {
      end(connected ? { kind: 'timeout' } : noConnection('no connection in time', true))
    }, limits.totalMs)
    let connectTimer: NodeJS.Timeout | undefined

    function end(result: Exchange) {
      clearTimeout(totalTimer)
      clearTimeout(connectTimer)
      signal?.removeEventListener('abort', onAbort)
      resolve(result)
      if (result.kind !== 'answer') outgoing.destroy()
    }
    function onAbort() {
      end({ kind: 'aborted' })
    }
    signal?.addEventListener('abort', onAbort)

    outgoing.on('socket', (socket) => {
      if (!socket.connecting) {
        connected = true
        return
      }
      connectTimer = setTimeout(() => {
        end(noConnection('no connection in time', true))
      }, limits.connectMs)
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connectTimer)
      })
    })
    outgoing.on('error', (error) => {
      const reason = errorCode(error)
      const staleConnection = outgoing.reusedSocket
      end(connected ? { kind: 'broken', reason, staleConnection } : noConnection(reason, false))
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.responseBytes) end({ kind: 'too-large' })
        else chunks.push(chunk)
      })
      response.on('error', (error) => {
        end({ kind: 'broken', reason: errorCode(error), staleConnection: false })
      })
      response.on('end', () => {
        void answerOf(response, Buffer.concat(chunks), limits.responseBytes).then(end)
      })
    })
    if (signal?.aborted === true) onAbort()
    else outgoing.end(body)
  })
}

/** The answer with its body as text. */
async function answerOf(
  { statusCode: status = 0, headers }: http.IncomingMessage,
  body: Buffer,
  most: number,
): Promise<Exchange> {
  const coding = headers['content-encoding'] ?? ''
  try {
    const decoded = await decodeBody(body, coding, most)
    return { kind: 'answer', status, headers, body: new TextDecoder().decode(decoded) }
  } catch (error) {
    return isTooLarge(error) ? { kind: 'too-large' } : { kind: 'undecodable', coding }
  }
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

function noConnection(reason: string, timedOut: boolean): Exchange {
  return { kind: 'no-connection', timedOut, reason }
}

/** A short name for what went wrong, such as ECONNREFUSED. A message may quote what was sent. */
function errorCode(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed'
}
