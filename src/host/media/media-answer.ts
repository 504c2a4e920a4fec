import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'

import { errorEnvelope } from '#contract/envelope.ts'
import { SAVE_AS } from '#contract/media.ts'
import { fetchMedia, type MediaSource, typeOf } from '#host/media/media-fetch.ts'
import { DATA_HEADERS } from '#host/pages/security-headers.ts'
import { pathOfTarget } from '#host/task-api.ts'
import { errorCode } from '#host/upstream/upstream-exchange.ts'

/** A request for a path. */
export interface Call {
  request: IncomingMessage
  response: ServerResponse
  /** further headers of the answer: names and values in turn */
  further: readonly string[]
}

/** Where videos come from, and what is noted about them. */
interface HandOutSource extends MediaSource {
  /** in milliseconds and bytes */
  limits: { firstByteMs: number; idleMs: number; bytes: number }
  /** milliseconds since the epoch */
  now: () => number
  /** receives a code for what went wrong */
  log: (reason: string) => void
  takeTurn: ReturnType<typeof shareTurns>
  countBytes: (count: number) => void
}

const PASSED_ON = ['range', 'if-range', 'if-none-match', 'if-modified-since']
const PASSED_BACK = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

const MAX_FILE_NAME = 150
/** Why an exchange is given up: no answer in time, or the client has left. */
const LATE = 'late'
const LEFT = 'left'

/** Asks the media host, and sends on what it answers. @returns what happened, for the counts */
export async function handOut(
  call: Call,
  { url, end }: { url: URL; end: number },
  source: HandOutSource,
): Promise<string> {
  const { limits, log } = source
  const { request, response } = call
  const { method = '' } = request
  const ending = new AbortController()
  let from: IncomingMessage | undefined
  // If not the client has left, the media host has broken off, or was cut.
  const leave = () => ending.abort(from?.destroyed === true ? undefined : LEFT)
  response.once('close', leave)
  const deadline = setTimeout(() => ending.abort(LATE), limits.firstByteMs)
  const fail = (status: number, reason: string) => {
    if (status >= 500) log(reason)
    return refuse(call, status)
  }
  try {
    const asked = { method, headers: headersFor(request), signal: ending.signal }
    const found = await fetchMedia(url, asked, source)
    if ('reason' in found) return fail(found.status, found.reason)
    from = found.answer
    const { 'content-length': length = 0, 'content-encoding': coding = 'identity' } = from.headers
    if (coding !== 'identity') return fail(502, 'ENCODED')
    if (Number(length) > limits.bytes) return refuse(call, 413)
    const hasContent = from.statusCode === 200 || from.statusCode === 206
    const type = hasContent ? await typeOf(from, [found.url, url]) : undefined
    if (hasContent && type === undefined) return refuse(call, 415)
    clearTimeout(deadline)
    const seconds = Math.max(0, Math.floor((end - source.now()) / 1000))
    response.writeHead(from.statusCode ?? 0, headersBack(call, from.headers, { type, seconds }))
    if (method === 'HEAD' || !hasContent) response.end()
    else await send(from, response, source)
    return 'sent'
  } catch (error) {
    const reason = errorCode(error)
    if (ending.signal.reason === LATE) return fail(504, 'TIMEOUT')
    if (ending.signal.reason === LEFT) return 'left'
    if (!response.headersSent) return fail(502, reason)
    log(reason)
    response.destroy()
    return 'broken-off'
  } finally {
    clearTimeout(deadline)
    leave()
  }
}

/** Sends a body as fast as the client takes it. Rejects if one of the two breaks, or it is too large or idle: then the answer is cut. */
async function send(
  from: IncomingMessage,
  response: ServerResponse,
  { limits, takeTurn, countBytes }: HandOutSource,
) {
  let sent = 0
  const cut = (code: string) => Object.assign(new Error('cut'), { code })
  // A video that is paused makes us wait, not the media host. The server ends that.
  from.socket.setTimeout(limits.idleMs, () => {
    if (!response.writableNeedDrain) from.destroy(cut('IDLE'))
  })
  async function* inTurns(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sent += chunk.length
      countBytes(chunk.length)
      if (sent > limits.bytes) throw cut('TOO_LARGE')
      const turn = takeTurn(chunk.length)
      if (turn !== undefined) await turn
      yield chunk
    }
  }
  await pipeline(from, inTurns, response)
}

/**
 * Lists and creations come first: after so many bytes of all streams together, these wait for the next turn of the event loop.
 * Without it, Node takes up to two MiB of each stream before it looks at anything else.
 *
 * @returns call it with the bytes to be sent; undefined: it is their turn
 */
export function shareTurns(bytesPerTurn: number) {
  let taken = 0
  let next: Promise<void> | undefined
  async function nextTurn() {
    await setImmediate()
    taken = 0
    next = undefined
  }
  return (bytes: number): Promise<void> | undefined => {
    taken += bytes
    if (taken < bytesPerTurn) return undefined
    next ??= nextTurn()
    return next
  }
}

const OWN_HEADERS = { ...DATA_HEADERS, 'Referrer-Policy': 'no-referrer' }

const EVENTS: Readonly<Record<number, string>> = { 410: 'gone', 503: 'overloaded' }

/** Answers with a status. @returns what happened, for the counts */
export function refuse(
  { request, response, further }: Call,
  status: number,
  own: string[] = [],
): string {
  const text = JSON.stringify(errorEnvelope(status, 'This is not handed out.'))
  const ofText = ['Content-Type', 'application/json', 'Content-Length', String(text.length)]
  response.writeHead(status, [...Object.entries(OWN_HEADERS).flat(), ...ofText, ...own, ...further])
  response.end(request.method === 'HEAD' ? undefined : text)
  return EVENTS[status] ?? (status < 500 ? 'refused' : 'fault')
}

/** What a media host gets: what a range and a copy in the browser need, and nothing about the reader. */
function headersFor({ headers }: IncomingMessage): Record<string, string> {
  return {
    Accept: 'video/*, image/*',
    'Accept-Encoding': 'identity',
    ...Object.fromEntries(passable(headers, PASSED_ON)),
  }
}

/** What the client gets, names and values in turn. @param content.type undefined: there is no content */
function headersBack(
  { request, further }: Call,
  headers: IncomingHttpHeaders,
  { type, seconds }: { type: string | undefined; seconds: number },
): string[] {
  const passed = passable(headers, PASSED_BACK).filter(
    // Without content, it may be the length of what is not sent.
    ([name]) => type !== undefined || name !== 'content-length',
  )
  return [
    ...Object.entries({ ...OWN_HEADERS, 'Cache-Control': `private, max-age=${seconds}` }).flat(),
    ...passed.flat(),
    ...(type === undefined ? [] : ['Content-Type', type, ...dispositionOf(request.url ?? '')]),
    ...further,
  ]
}

function passable(headers: IncomingHttpHeaders, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' && /^[\x20-\x7e]{1,256}$/.test(value) ? [[name, value]] : []
  })
}

/** The header with which a browser saves a file, if the page asks for that: names and values in turn. */
function dispositionOf(target: string): string[] {
  const name = new URLSearchParams(target.slice(pathOfTarget(target).length)).get(SAVE_AS)
  if (name === null) return []
  const plain = name
    .replaceAll(/\p{C}/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .replace(/^\.+/, '')
  const short = Array.from(plain).slice(0, MAX_FILE_NAME).join('')
  const encoded = encodeURIComponent(short).replaceAll(/['()]/g, (sign) => ESCAPES[sign] ?? '')
  return ['Content-Disposition', `attachment; filename*=UTF-8''${encoded}`]
}

/** What a header must not have (RFC 8187), though an address may. */
const ESCAPES: Readonly<Record<string, string>> = { "'": '%27', '(': '%28', ')': '%29' }
