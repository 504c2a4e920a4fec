import type { IncomingMessage, ServerResponse } from 'node:http'

import * as z from 'zod/mini'

import {
  MEDIA_PATH,
  type MediaInfo,
  type MediaReply,
  type MediaRequest,
  MOST_MEDIA,
} from '#contract/media.ts'
import { isJson } from '#contract/record.ts'
import { acceptedKeys } from '#host/accepted-keys.ts'
import { describeFault, eventLine, type WriteLine } from '#host/access-log.ts'
import { type Call, handOut, refuse, shareTurns } from '#host/media/media-answer.ts'
import { type MediaConfig, mediaPaths } from '#host/media/media-paths.ts'
import { type Resolve, resolveName } from '#host/media/public-address.ts'
import { limitPlaces, rateLimit } from '#host/rate-limit.ts'
import { isOwnSite } from '#host/request-checks.ts'
import { hostResponse, type TaskApi } from '#host/task-api.ts'

/** Largest MediaRequest that is read, in bytes: MOST_MEDIA addresses of the longest kind fit. */
export const MAX_MEDIA_REQUEST_BYTES = 512 * 1024

/** The handed out videos and pictures of a host. */
export type Media = ReturnType<typeof openMedia>

/** What tests replace. */
interface MediaOptions {
  /** milliseconds since the epoch */
  now?: () => number
  resolve?: Resolve
  limits?: Partial<typeof LIMITS>
}

/** Times in milliseconds. */
const LIMITS = {
  /** how long a path is valid */
  validMs: 15 * 60_000,
  firstByteMs: 10_000,
  /** without a byte of the media host */
  idleMs: 30_000,
  /** of one answer */
  bytes: 4 * 1024 ** 3,
  streamsPerKey: 16,
  streams: 256,
  requestsPerMinute: 600,
  bytesPerTurn: 1 << 20,
}

const mediaRequest: z.ZodMiniType<MediaRequest> = z.object({
  urls: z.array(z.string()).check(z.maxLength(MOST_MEDIA)),
})

/** Whether a request target is a path that was handed out, or looks like one. */
export function isMediaTarget(target: string): boolean {
  return target.startsWith(`${MEDIA_PATH}/`)
}

/** Opens the handing out of videos and pictures of other hosts. */
export function openMedia(
  config: MediaConfig,
  taskApi: TaskApi,
  writeLine: WriteLine,
  { now = Date.now, resolve = resolveName, limits: changed }: MediaOptions = {},
) {
  const { hosts } = config
  const limits = { ...LIMITS, ...changed }
  const paths = mediaPaths(config, now)
  const keys = acceptedKeys(taskApi, now)
  const requests = rateLimit(limits.requestsPerMinute, 60_000, now)
  const counts = new Map(
    ['sent', 'left', 'broken-off', 'refused', 'gone', 'fault', 'overloaded'].map((event) => [
      event,
      0,
    ]),
  )
  const takePlace = limitPlaces(limits.streamsPerKey, limits.streams)
  const takeTurn = shareTurns(limits.bytesPerTurn)
  let bytes = 0

  /** Answers. @returns what happened, for the counts */
  async function answer(call: Call): Promise<string> {
    const { request } = call
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(call, 405, ['Allow', 'GET, HEAD'])
    const site = request.headers['sec-fetch-site']
    const asked = isOwnSite(site) || site === 'none' ? paths.read(request.url ?? '') : undefined
    if (asked === undefined) return refuse(call, 403)
    const giveBack = takePlace(asked.owner)
    if (giveBack === undefined) return refuse(call, 503, ['Retry-After', '2'])
    const [, id] = call.further
    return handOut(call, asked, {
      hosts,
      resolve,
      limits,
      now,
      takeTurn,
      log: (reason) =>
        writeLine(eventLine('media-fault', { ...(id !== undefined && { id }), reason })),
      countBytes: (sent) => {
        bytes += sent
      },
    }).finally(giveBack)
  }

  return {
    info: { hosts } satisfies MediaInfo,

    /** Answers a MediaRequest with a MediaReply. @param body JSON */
    async paths(apiKey: string, body: string, requestId?: string): Promise<Response> {
      const asked = mediaRequest.safeParse(isJson(body) ? JSON.parse(body) : undefined).data
      if (asked === undefined) return hostResponse(400, 'not-allowed', 'This is no MediaRequest.')
      const owner = paths.ownerOf(apiKey)
      const refusal = (await keys.refusalOf(apiKey, requestId)) ?? requests(owner)
      if (refusal !== undefined) return refusal
      const until = now() + limits.validMs
      const reply: MediaReply = {
        paths: asked.urls.map((url) => paths.sign(url, owner, until)),
        until,
      }
      return Response.json(reply)
    },

    /** Answers a request below MEDIA_PATH. @param further headers of the answer, names and values in turn: first the ID of the request */
    send(request: IncomingMessage, response: ServerResponse, further: readonly string[]) {
      answer({ request, response, further }).then(
        (event) => counts.set(event, (counts.get(event) ?? 0) + 1),
        (error: unknown) => {
          writeLine(describeFault(error, further[1]))
          response.destroy()
        },
      )
    },

    /** how often each event has happened since the start */
    counts: counts as ReadonlyMap<string, number>,
    /** what media hosts have sent on since the start */
    bytes: () => bytes,
  }
}
