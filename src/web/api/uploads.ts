import * as z from 'zod/mini'

import { bearerHeader } from '#contract/authentication.ts'
import { UPLOAD_TYPE, UPLOADS_PATH, type UploadReply } from '#contract/uploads.ts'
import { ApiError, type ApiFailure, caughtFailure, isOutOfReach } from '#web/api/api-error.ts'
import { type Caller, exchange, readRawReply } from '#web/api/exchange.ts'
import { parseJson, readReply } from '#web/api/request.ts'

/** Why a picture was not uploaded. Nothing of it is kept then. */
export type UploadFailure =
  /** the host takes no more pictures of this key for a while, or has no room, or no time */
  | { kind: 'too-many' | 'full' | 'busy' }
  /** the host does not take pictures, or not this one */
  | { kind: 'off' | 'not-taken' }
  | { kind: 'cancelled' }
  /** isLost: no answer came, and the same may succeed later */
  | { kind: 'other'; failure: ApiFailure; isLost: boolean }

/** The host's own limit for a whole upload is shorter. In milliseconds. */
const TIME_LIMIT_MS = 130_000

const OF_STATUS: Readonly<Record<number, Exclude<UploadFailure['kind'], 'other'>>> = {
  400: 'not-taken',
  404: 'off',
  411: 'not-taken',
  413: 'not-taken',
  415: 'not-taken',
  429: 'too-many',
  503: 'busy',
  507: 'full',
}

const uploadReply: z.ZodMiniType<UploadReply> = z.object({ url: z.string() })

/**
 * Uploads a picture to our host (spec: not shown). Not with `fetch`, which does not say how much was sent. A redirect could only lead to
 * this host: the page's policy allows no other.
 *
 * @param onSent is given the part that was sent, from 0 to 1
 * @returns the address of the picture, or why there is none. Never rejects
 */
export async function sendPicture(
  { apiKey, signal }: Caller,
  picture: Blob,
  onSent: (part: number) => void,
): Promise<{ ok: true; url: string } | { ok: false; failure: UploadFailure }> {
  try {
    const { status, headers, body } = await send(apiKey, signal, picture, onSent)
    const known = OF_STATUS[status]
    const response = new Response(null, { status, headers })
    const reply = readRawReply({ response, body }, apiKey)
    const read = status === 201 ? uploadReply.safeParse(parseJson(reply.body)).data : undefined
    if (read !== undefined) return { ok: true, url: new URL(read.url, location.href).href }
    // The service may have refused the key with the same statuses: only the host marks its own answers.
    if (known !== undefined && reply.hostErrorCode !== null) {
      return { ok: false, failure: { kind: known } }
    }
    readReply(reply)
    throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
  } catch (error) {
    const failure = caughtFailure(error)
    return failure.kind === 'cancelled'
      ? { ok: false, failure: { kind: 'cancelled' } }
      : { ok: false, failure: { kind: 'other', failure, isLost: isOutOfReach(failure) } }
  }
}

interface Answer {
  status: number
  headers: Headers
  body: string
}

/** @throws ApiError if no complete answer arrived */
function send(
  apiKey: string,
  cancel: AbortSignal,
  picture: Blob,
  onSent: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const wasOffline = !navigator.onLine
    const fail = (failure: ApiFailure) => () => reject(new ApiError(failure))
    const abort = () => request.abort()
    request.open('POST', UPLOADS_PATH)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', bearerHeader(apiKey))
    request.setRequestHeader('content-type', UPLOAD_TYPE)
    request.timeout = TIME_LIMIT_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onSent(loaded / total)
    })
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        headers: new Headers(headerLines(request.getAllResponseHeaders())),
        body: request.responseText,
      }),
    )
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
