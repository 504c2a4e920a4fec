import * as http from 'node:http'
import * as https from 'node:https'
import { once } from 'node:events'
import { isIP } from 'node:net'

import { isHandedOut } from '#contract/media.ts'
import { guardedLookup, type Resolve } from '#host/media/public-address.ts'
import { addressOf, errorCode } from '#host/upstream/upstream-exchange.ts'

/** What may be asked, and how names are looked up. */
export interface MediaSource {
  /** as in MediaInfo */
  hosts: readonly string[]
  resolve: Resolve
}

/** Why nothing is handed out: the status for the page, and a code for the log. */
interface MediaFault {
  status: number
  reason: string
}

/** An answer of a media host whose body was not read yet, and the address it came from. */
interface MediaAnswer {
  answer: http.IncomingMessage
  url: URL
}

const MOST_REDIRECTS = 3
/** The statuses of a media host that mean: not under this address, or no longer. */
const GONE = new Set([403, 404, 410])
/** A signed address is for one method. A host that refuses HEAD may well answer GET. */
const NO_HEAD = new Set([403, 405, 501])

// A connection for each request, as none must be used again for a host that is checked by other rules. A slow line gets 3 s for each address.
const options = { keepAlive: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3000 }
const httpAgent = new http.Agent(options)
const httpsAgent = new https.Agent(options)

/**
 * Asks a media host, and follows its redirects as far as they lead to hosts that are handed out. Sends nothing but the given headers.
 *
 * @param asked.signal ends it, and the body that is being read
 * @returns an answer with status 200, 206, 304 or 416, or the fault. Rejects if the signal is aborted
 */
export async function fetchMedia(
  url: URL,
  asked: { method: string; headers: Readonly<Record<string, string>>; signal: AbortSignal },
  source: MediaSource,
): Promise<MediaAnswer | MediaFault> {
  let from = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    let answer: http.IncomingMessage
    try {
      answer = await ask(from, asked, source)
      if (asked.method === 'HEAD' && NO_HEAD.has(answer.statusCode ?? 0)) {
        answer.destroy()
        answer = await ask(from, { ...asked, method: 'GET' }, source)
      }
    } catch (error) {
      asked.signal.throwIfAborted()
      return { status: 502, reason: errorCode(error) }
    }
    const { statusCode: status = 0, headers } = answer
    if ([200, 206, 304, 416].includes(status)) return { answer, url: from }
    answer.destroy()
    if (GONE.has(status)) return { status: 410, reason: `HTTP_${status}` }
    const { location = '' } = headers
    if (status < 300 || status > 399 || location === '' || !URL.canParse(location, from.href))
      return { status: 502, reason: `HTTP_${status}` }
    from = new URL(location, from)
  }
  return { status: 502, reason: 'REDIRECTS' }
}

/** Whether an address may be asked at all. A host that is named with its scheme may be in a network of the operator. */
export function mayBeAsked(url: URL, hosts: readonly string[]): boolean {
  const { hostname } = addressOf(url)
  const isPlain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || !isHandedOut(url, hosts)) return false
  // An IP address is never looked up, so nothing would check it.
  return hosts.includes(url.origin) || isIP(hostname) === 0
}

function ask(
  url: URL,
  asked: Parameters<typeof fetchMedia>[1],
  { hosts, resolve: lookUp }: MediaSource,
): Promise<http.IncomingMessage> {
  if (!mayBeAsked(url, hosts))
    return Promise.reject(Object.assign(new Error('not handed out'), { code: 'NOT_HANDED_OUT' }))
  const isTls = url.protocol === 'https:'
  const send = isTls ? https.request : http.request
  const request = send({
    ...addressOf(url),
    ...asked,
    path: url.pathname + url.search,
    agent: isTls ? httpsAgent : httpAgent,
    lookup: guardedLookup(lookUp, hosts.includes(url.origin)),
  })
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

const ENDINGS: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** The first bytes of a kind of file in hexadecimal, dots for any. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^.{8}6674797061766966/, 'image/avif'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^1a45dfa3/, 'video/webm'],
  [/^89504e47/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
]
const SIGNATURE_BYTES = 12

/**
 * The media type of an answer with content: what is declared, or for a bucket that declares nothing what the first bytes say, or the
 * ending of the address where these are not there. @param urls the address it came from, and the one that was asked
 * @returns undefined: no video and no picture
 */
export async function typeOf(
  answer: http.IncomingMessage,
  urls: readonly URL[],
): Promise<string | undefined> {
  const [declared = ''] = (answer.headers['content-type'] ?? '').toLowerCase().split(';')
  const type = declared.trim()
  if (/^video\/[\w.+-]+$|^image\/(?:png|jpeg|gif|webp|avif)$/.test(type)) return type
  if (!/^(?:(?:application|binary)\/octet-stream)?$/.test(type)) return undefined
  const isFromStart =
    answer.statusCode === 200 || answer.headers['content-range']?.startsWith('bytes 0-') === true
  // An answer to HEAD ends without content.
  const head = isFromStart ? await firstBytes(answer) : ''
  if (head !== '') return SIGNATURES.find(([signature]) => signature.test(head))?.[1]
  return urls
    .map(({ pathname }) => ENDINGS[/\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? ''])
    .find((found) => found !== undefined)
}

/** Reads the first bytes of a body, and puts them back. Rejects if the connection breaks. @returns in hexadecimal */
async function firstBytes(answer: http.IncomingMessage): Promise<string> {
  let head = Buffer.alloc(0)
  for (;;) {
    // All that is there: while something is left, "readable" comes again and again.
    const chunk: unknown = answer.read()
    if (Buffer.isBuffer(chunk)) head = Buffer.concat([head, chunk])
    if (head.length >= SIGNATURE_BYTES || answer.complete) break
    if (answer.destroyed) throw new Error('broken off')
    await once(answer, 'readable')
  }
  if (head.length > 0) answer.unshift(head)
  return head.toString('hex', 0, SIGNATURE_BYTES)
}
