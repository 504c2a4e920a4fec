import type { Socket } from 'node:net'

import { findOperation, type OperationName } from '#contract/operations.ts'

/** A minimal HTTP/1.1 over bytes, because a library cannot write broken replies. */

/** A request as it came over a connection. */
export interface RawRequest {
  readonly method: string
  /** the request target: path and query */
  readonly target: string
  /** names in lower case */
  readonly headers: ReadonlyMap<string, string>
  /** every byte of it, head and body */
  readonly bytes: Buffer
}

const HEAD_END = '\r\n\r\n'

/**
 * Cuts what a client sends into its requests.
 *
 * @param onRequest called with each complete request
 */
export function readRequests(socket: Socket, onRequest: (request: RawRequest) => void): void {
  let waiting: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const head = readHead(waiting)
      if (head === undefined) return
      const length = head.bodyStart + Number(head.headers.get('content-length') ?? 0)
      if (waiting.length < length) return
      const [method = '', target = ''] = head.startLine.split(' ')
      const bytes = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      onRequest({ method, target, headers: head.headers, bytes })
    }
  })
}

/**
 * Finds the operation that a request asks for.
 *
 * @param base prefix of the operation's path
 * @returns undefined for anything else
 */
export function operationOf(request: RawRequest, base: string): OperationName | undefined {
  const [path = ''] = request.target.split('?')
  if (!path.startsWith(base)) return undefined
  const found = findOperation(request.method, path.slice(base.length))
  return typeof found === 'string' ? found : undefined
}

/** Whether a reply is there to its last byte. One that only its connection's end would end never is. */
export function isWholeReply(bytes: Buffer): boolean {
  return replyLength(bytes) !== undefined
}

/**
 * How many bytes the first reply takes, its head and its body; undefined: it is not there to its
 * last byte.
 *
 * @param isToHead whether it answers a HEAD, which has no body regardless of Content-Length
 */
export function replyLength(bytes: Buffer, isToHead = false): number | undefined {
  const head = readHead(bytes)
  if (head === undefined) return undefined
  const [, status = ''] = head.startLine.split(' ')
  if (isToHead || /^(?:1..|204|304)$/.test(status)) return head.bodyStart
  const length = head.headers.get('content-length')
  if (length !== undefined) {
    const end = head.bodyStart + Number(length)
    return bytes.length >= end ? end : undefined
  }
  if (head.headers.get('transfer-encoding') !== 'chunked') return undefined
  return chunksOf(bytes, head.bodyStart).end
}

/** `end`: where the last chunk is over, undefined: it is not there. */
function chunksOf(bytes: Buffer, bodyStart: number): { chunks: Buffer[]; end: number | undefined } {
  const chunks: Buffer[] = []
  let at = bodyStart
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return { chunks, end: undefined }
    const start = lineEnd + 2
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    at = start + size + 2
    if (at > bytes.length) return { chunks, end: undefined }
    if (size === 0) return { chunks, end: at }
    chunks.push(bytes.subarray(start, start + size))
  }
}

interface Head {
  startLine: string
  headers: ReadonlyMap<string, string>
  /** where the body begins */
  bodyStart: number
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const [startLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { startLine, headers, bodyStart: end + HEAD_END.length }
}

/** The body of a complete reply, with Content-Length or in chunks. */
export function payloadOf(bytes: Buffer): Buffer {
  const head = readHead(bytes)
  if (head === undefined) return Buffer.alloc(0)
  if (head.headers.get('transfer-encoding') !== 'chunked') return bytes.subarray(head.bodyStart)
  return Buffer.concat(chunksOf(bytes, head.bodyStart).chunks)
}

/** A head: the status line and headers, the empty line included. */
export function headOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Because\r\n${lines.join('')}\r\n`
}

/** A complete reply with Content-Length. */
export function reply(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body)
  const length = status === 204 ? {} : { 'Content-Length': String(bytes.length) }
  const type = { 'Content-Type': 'application/json' }
  return Buffer.concat([Buffer.from(headOf(status, { ...type, ...length, ...headers })), bytes])
}
