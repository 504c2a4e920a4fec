import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import type { StoredReply } from '#contract/idempotency.ts'
import { bearerHeader } from '#contract/operations.ts'
import {
  UPLOAD_TYPE,
  type UploadReply,
  type UploadRequest,
  UPLOADS_PATH,
} from '#contract/uploads.ts'
import { ApiError, type ApiFailure, caughtFailure, isOutOfReach } from '#web/api/api-error.ts'
import { type Caller, exchange, readRawReply } from '#web/api/exchange.ts'
import { parseJson, readReply } from '#web/api/request.ts'

/** Why a picture was not uploaded. Nothing of it is kept then. */
export type UploadFailure =
  /** the host takes no more pictures of this key for a while, or has no room, or no time */
  | { kind: 'too-many' | 'full' | 'busy' }
  /** the host does not take pictures, or not this one, or not as this page sends them: it has been set up anew */
  | { kind: 'off' | 'not-taken' | 'outdated' }
  /** the bucket refused it, with this HTTP status; undefined: it did not answer, or has no rule that allows this page */
  | { kind: 'bucket'; status: number | undefined }
  | { kind: 'cancelled' }
  /** isLost: no answer came, and the same may succeed later */
  | { kind: 'other'; failure: ApiFailure; isLost: boolean }

/** In milliseconds. The host's own limit for a whole upload is shorter, and what it signs for a bucket holds for longer. */
const TIME_LIMIT_MS = 130_000

const OF_STATUS: Readonly<Record<number, Exclude<UploadFailure['kind'], 'other' | 'bucket'>>> = {
  400: 'not-taken',
  404: 'off',
  409: 'outdated',
  411: 'not-taken',
  413: 'not-taken',
  415: 'not-taken',
  429: 'too-many',
  503: 'busy',
  507: 'full',
}

const uploadReply: z.ZodMiniType<UploadReply> = z.object({
  url: z.string(),
  put: z.exactOptional(z.string()),
})

/**
 * Uploads a picture to our host, or asks it where in its bucket the picture goes, and sends it there (spec: not shown).
 *
 * @param inBucket whether our host has a bucket
 * @param onSent is given the part that was sent, from 0 to 1
 * @returns the address of the picture, or why there is none. Never rejects
 */
export async function sendPicture(
  { apiKey, signal }: Caller,
  picture: Blob,
  inBucket: boolean,
  onSent: (part: number) => void,
): Promise<{ ok: true; url: string } | { ok: false; failure: UploadFailure }> {
  try {
    const transfer = { picture, signal, onSent }
    const reply = inBucket
      ? await exchange(UPLOADS_PATH, apiKey, signal, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ bytes: picture.size } satisfies UploadRequest),
        })
      : readAnswer(await send('POST', UPLOADS_PATH, transfer, apiKey), apiKey)
    const read =
      reply.status === 201 ? uploadReply.safeParse(parseJson(reply.body)).data : undefined
    if (read === undefined || (read.put !== undefined) !== inBucket) {
      const known = OF_STATUS[reply.status]
      // The service may have refused the key with the same statuses: only the host marks its own answers.
      if (known !== undefined && reply.hostErrorCode !== null) {
        return { ok: false, failure: { kind: known } }
      }
      readReply(reply)
      throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
    }
    if (read.put !== undefined) {
      const status = await send('PUT', read.put, transfer).then(
        (answer) => answer.status,
        (error: unknown) => {
          if (['unreachable', 'timeout'].includes(caughtFailure(error).kind)) return undefined
          throw error
        },
      )
      if (!isSuccessCode(status ?? 0)) return { ok: false, failure: { kind: 'bucket', status } }
    }
    return { ok: true, url: new URL(read.url, location.href).href }
  } catch (error) {
    const failure = caughtFailure(error)
    return failure.kind === 'cancelled'
      ? { ok: false, failure: { kind: 'cancelled' } }
      : { ok: false, failure: { kind: 'other', failure, isLost: isOutOfReach(failure) } }
  }
}

/** @throws ApiError if something in front of our host has answered in its place */
function readAnswer(request: XMLHttpRequest, apiKey: string): StoredReply {
  const { status, responseText: body } = request
  const headers = headerLines(request.getAllResponseHeaders())
  return readRawReply({ response: new Response(null, { status, headers }), body }, apiKey, true)
}

/**
 * Sends a picture. Not with `fetch`, which does not say how much was sent. A redirect could lead only to this host and its bucket: the
 * page's policy allows no other.
 *
 * @param apiKey only for our host; it and its headers go nowhere else
 * @returns the request, once it is answered
 * @throws ApiError if no complete answer arrived
 */
function send(
  method: 'POST' | 'PUT',
  url: string,
  {
    picture,
    signal: cancel,
    onSent,
  }: { picture: Blob; signal: AbortSignal; onSent: (part: number) => void },
  apiKey?: string,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const wasOffline = !navigator.onLine
    const fail = (failure: ApiFailure) => () => reject(new ApiError(failure))
    const abort = () => request.abort()
    request.open(method, url)
    if (apiKey !== undefined) {
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('authorization', bearerHeader(apiKey))
    }
    request.setRequestHeader('content-type', UPLOAD_TYPE)
    request.timeout = TIME_LIMIT_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onSent(loaded / total)
    })
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('timeout', fail({ kind: 'timeout' }))
    request.addEventListener('abort', fail({ kind: 'cancelled' }))
    request.addEventListener('error', () =>
      fail({ kind: wasOffline || !navigator.onLine ? 'offline' : 'unreachable' })(),
    )
    request.addEventListener('loadend', () => cancel.removeEventListener('abort', abort))
    cancel.addEventListener('abort', abort)
    if (cancel.aborted) fail({ kind: 'cancelled' })()
    else request.send(picture)
  })
}

function headerLines(text: string): [name: string, value: string][] {
  return text
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
}

/** What became of a deletion. absent: the host has no such picture; not-ours: it came with another key */
export type PictureDeletion = 'deleted' | 'absent' | 'not-ours'

const OF_DELETION: Readonly<Record<number, PictureDeletion>> = {
  204: 'deleted',
  403: 'not-ours',
  404: 'absent',
}

/**
 * Has our host delete a picture at once (spec: not shown).
 *
 * @throws ApiError if the host did not answer
 */
export async function deletePicture(
  { apiKey, signal }: Caller,
  name: string,
): Promise<PictureDeletion> {
  const reply = await exchange(`${UPLOADS_PATH}/${name}`, apiKey, signal, { method: 'DELETE' })
  const deletion = OF_DELETION[reply.status]
  if (deletion !== undefined && (reply.status === 204 || reply.hostErrorCode !== null)) {
    return deletion
  }
  readReply(reply)
  throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
}
