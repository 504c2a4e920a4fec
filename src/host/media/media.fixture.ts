// A media host on 127.0.0.1, and a host that hands out what it has, for the tests of this folder.
import type { IncomingMessage, ServerResponse } from 'node:http'

import * as z from 'zod/mini'

import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { bearerHeader } from '#contract/operations.ts'
import { openMedia } from '#host/media/media.ts'
import { KEY, startService, startTestHost } from '#host/servers.fixture.ts'
import type { TaskApi } from '#host/task-api.ts'

/** A secret that several hosts can share. */
const SECRET = 'a secret of thirty-two characters'

/** A video as far as anybody looks at it: its box "ftyp", and bytes that tell where they stood. */
export const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  Buffer.from(Array.from({ length: 988 }, (_, place) => place % 251)),
])

/** The reply to a MediaRequest. */
export const mediaReply = z.object({
  paths: z.array(z.nullable(z.string())),
  until: z.number(),
})

/** Accepts what begins with KEY, and counts how often it is asked. */
function acceptingKey() {
  const state = { asked: 0 }
  const taskApi: TaskApi = {
    fetch({ apiKey = '' }) {
      state.asked += 1
      if (!apiKey.startsWith(KEY))
        return Response.json(errorEnvelope(401, 'no such key'), { status: 401 })
      return Response.json(successEnvelope({ list: [], total: 0, page: 1, page_size: 1 }))
    },
  }
  return { taskApi, state }
}

/** Sends VIDEO like a bucket: with ranges and validators. */
export function sendVideo(
  response: ServerResponse,
  { headers, method }: IncomingMessage,
  type: string | undefined = 'video/mp4',
) {
  const common = {
    ...(type !== '' && { 'Content-Type': type }),
    'Accept-Ranges': 'bytes',
    ETag: '"v1"',
    'Last-Modified': 'Mon, 30 Nov 2026 00:00:00 GMT',
    'Set-Cookie': 'tracker=1',
    'X-Internal': 'bucket-7',
  }
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (headers['if-none-match'] === '"v1"') response.writeHead(304, common).end()
  else if (from === '')
    response
      .writeHead(200, { ...common, 'Content-Length': VIDEO.length })
      .end(method === 'HEAD' ? undefined : VIDEO)
  else if (Number(from) >= VIDEO.length)
    response.writeHead(416, { 'Content-Range': `bytes */${VIDEO.length}` }).end('no such range')
  else {
    const last = to === '' ? VIDEO.length - 1 : Number(to)
    const part = VIDEO.subarray(Number(from), last + 1)
    const range = { 'Content-Range': `bytes ${from}-${last}/${VIDEO.length}` }
    response.writeHead(206, { ...common, ...range, 'Content-Length': part.length }).end(part)
  }
}

/** Options of openMedia that a test changes. */
type Changes = Parameters<typeof openMedia>[3] & { secret?: string; hosts?: readonly string[] }

/** Starts a media host and a host in front of it. @param answer of the media host */
export async function startMediaHost(
  answer: Parameters<typeof startService>[0] = sendVideo,
  { secret = SECRET, hosts, ...changes }: Changes = {},
) {
  const service = await startService(answer)
  return {
    service,
    ...(await startHostFor(service.url, { secret, hosts: hosts ?? [], ...changes })),
  }
}

/** Starts a host that hands out one origin and further hosts. */
export async function startHostFor(
  origin: string,
  { secret = SECRET, hosts = [], ...changes }: Changes = {},
) {
  const accepting = acceptingKey()
  const events: string[] = []
  const media = openMedia(
    { hosts: [origin, ...hosts], secret },
    accepting.taskApi,
    (line) => events.push(line),
    changes,
  )
  const host = await startTestHost({ media, taskApi: accepting.taskApi })
  /** Asks for paths. */
  const ask = (urls: readonly string[], apiKey = KEY, init: RequestInit = {}) =>
    fetch(host.url + MEDIA_PATH, {
      method: 'POST',
      body: JSON.stringify({ urls }),
      ...init,
      headers: {
        Authorization: bearerHeader(apiKey),
        'Content-Type': 'application/json',
        ...Object.fromEntries(new Headers(init.headers)),
      },
    })
  /** The path of one address, '' if it is not handed out. */
  async function pathOf(url: string, apiKey = KEY): Promise<string> {
    const { paths } = mediaReply.parse(await (await ask([url], apiKey)).json())
    return paths[0] ?? ''
  }
  /** Gets what stands at a path of the origin. */
  const get = async (path: string, init: RequestInit = {}, query = '') =>
    fetch(host.url + (await pathOf(origin + path)) + query, init)
  return { ...accepting, media, host, events, ask, pathOf, get }
}
