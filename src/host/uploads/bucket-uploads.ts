import { createHmac, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { bearerKey } from '#contract/authentication.ts'
import { strictJson } from '#contract/record.ts'
import { isJsonMediaType } from '#contract/requests.ts'
import {
  isAboutToEnd,
  MAX_UPLOAD_BYTES,
  readUploadName,
  uploadName,
  UPLOAD_TYPE,
  type UploadReply,
  type UploadRequest,
} from '#contract/uploads.ts'
import { type BucketConfig, originOfPictures } from '#host/config.ts'
import { readBody } from '#host/request-body.ts'
import { hostResponse, keyMissing } from '#host/task-api.ts'
import { type Bucket, BucketFault, type ListedPicture, openBucket } from '#host/uploads/bucket.ts'
import { uploadKeys } from '#host/uploads/upload-keys.ts'
import { forgetWith, noRoom, type Uploads, type UploadsOptions } from '#host/uploads/uploads.ts'

/** What can happen to a picture. Whether it was stored, only the browser and the bucket know. */
const EVENTS = ['signed', 'refused', 'deleted', 'expired'] as const

const MOST_REQUEST_BYTES = 1000
const HOUR_MS = 60 * 60_000
const DELETIONS_AT_ONCE = 8

const uploadRequest: z.ZodMiniType<UploadRequest> = z.object({ bytes: z.int() })

/**
 * Lets browsers put pictures into a bucket. This host only signs, and deletes what has ended: at its start, and then once an hour.
 * Other hosts may do the same with the same bucket.
 */
export function openBucketUploads(
  config: BucketConfig,
  { taskApi, keepHours, maxBytes, reportError, now = Date.now }: UploadsOptions,
): Uploads {
  const bucket = openBucket(config, now)
  const keys = uploadKeys(taskApi, now)
  const counts = new Map<string, number>(EVENTS.map((event) => [event, 0]))
  const count = (event: (typeof EVENTS)[number], times = 1) =>
    counts.set(event, (counts.get(event) ?? 0) + times)
  /** bytes of the pictures in the last list, and of those that were signed since it began */
  let listed = 0
  let signed = 0
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const { secretAccessKey } = config

  async function watch() {
    const before = signed
    try {
      const { bytes, deleted, fault } = await deleteEnded(bucket, now, closing.signal)
      listed = bytes
      count('expired', deleted)
      if (fault !== undefined) throw fault
    } catch (error) {
      // What a stop has cut off is no fault.
      if (!closing.signal.aborted) reportError(error)
    }
    // Also without a list: otherwise there would be no room any more after a while.
    signed -= before
    if (!closing.signal.aborted) timer = setTimeout(() => void watch(), HOUR_MS).unref()
  }
  async function sign(apiKey: string, bytes: number): Promise<Response> {
    const end = now() + keepHours * HOUR_MS
    // As the name says it: whole seconds.
    const until = end - (end % 1000)
    const name = nameWith(secretAccessKey, randomBytes(8).toString('hex'), until, apiKey)
    const reply: UploadReply = {
      url: await bucket.addressOf(name, until),
      put: await bucket.putAddress(name, bytes),
    }
    count('signed')
    return Response.json(reply, { status: 201 })
  }
  function refused(answer: Response): Response {
    count('refused')
    return answer
  }

  void watch()
  return {
    info: { keepHours, bucket: originOfPictures(config) },
    async receive({ request, requestId }) {
      const apiKey = bearerKey(request.headers.get('authorization') ?? undefined)
      if (apiKey === undefined) return refused(keyMissing())
      const bytes = await readBytes(request)
      if (bytes instanceof Response) return refused(bytes)
      const refusal = await keys.refusalOf(apiKey, requestId)
      if (refusal !== undefined) return refused(refusal)
      if (listed + signed + bytes > maxBytes) return refused(noRoom())
      // Before anything is waited for: others may come at the same time.
      signed += bytes
      return sign(apiKey, bytes)
    },
    forget: async (name, authorization) =>
      forgetWith(authorization, async (apiKey) => {
        const until = readUploadName(name)?.until ?? 0
        if (until <= now()) return 'absent'
        const random = name.slice('mq-'.length, 'mq-'.length + 16)
        if (name !== nameWith(secretAccessKey, random, until, apiKey)) return 'not-ours'
        await bucket.remove(name)
        count('deleted')
        return 'deleted'
      }).catch((error: unknown) => {
        reportError(error)
        return hostResponse(502, 'host-error', 'The bucket did not delete the picture.')
      }),
    async isGone(url, address) {
      if (!bucket.isAddress(url, address.name)) return false
      if (isAboutToEnd(address, now())) return true
      try {
        return !(await bucket.has(address.name))
      } catch (error) {
        // The service finds out.
        reportError(error)
        return false
      }
    },
    counts,
    bytes: () => ({ kept: listed + signed, reserved: 0 }),
    close() {
      closing.abort()
      clearTimeout(timer)
      bucket.close()
    },
  }
}

/** A name. Half of its digits are a code of who may delete the picture, so that the hosts need not remember. */
function nameWith(secret: string, random: string, until: number, apiKey: string): string {
  const code = createHmac('sha256', secret).update(`upload\n${random}\n${until}\n${apiKey}`)
  return uploadName(random + code.digest('hex').slice(0, 16), until)
}

/**
 * Deletes the pictures whose time is over. One that cannot be deleted does not keep the others.
 *
 * @returns bytes of those that stay; how many were deleted; the first fault
 * @throws BucketFault if there is no list
 */
async function deleteEnded(bucket: Bucket, now: () => number, stop: AbortSignal) {
  let bytes = 0
  let deleted = 0
  let fault: BucketFault | undefined
  async function remove(picture: ListedPicture) {
    try {
      await bucket.remove(picture.name)
      deleted += 1
    } catch (error) {
      if (!(error instanceof BucketFault)) throw error
      fault ??= error
      bytes += picture.bytes
    }
  }
  for await (const pictures of bucket.list()) {
    const isOver = ({ name }: ListedPicture) => (readUploadName(name)?.until ?? now()) < now()
    for (const picture of pictures) if (!isOver(picture)) bytes += picture.bytes
    const ended = pictures.filter(isOver)
    for (let at = 0; at < ended.length && !stop.aborted; at += DELETIONS_AT_ONCE) {
      await Promise.all(ended.slice(at, at + DELETIONS_AT_ONCE).map(remove))
    }
  }
  return { bytes, deleted, fault }
}

/** Reads the size of a picture that is about to be put into the bucket, or says why it cannot be. */
async function readBytes(request: Request): Promise<number | Response> {
  if (request.headers.get('content-type') === UPLOAD_TYPE) {
    return hostResponse(409, 'not-allowed', 'Pictures go into a bucket now. Ask for a place in it.')
  }
  if (!isJsonMediaType(request.headers.get('content-type'))) {
    return hostResponse(
      415,
      'not-allowed',
      'The body must be sent as Content-Type: application/json.',
    )
  }
  const body = await readBody(request, MOST_REQUEST_BYTES)
  if (body instanceof Response) return body
  const { data } = uploadRequest.safeParse(JSON.parse(strictJson(body) ?? 'null'))
  if (data === undefined) {
    return hostResponse(400, 'not-allowed', 'The body must be like {"bytes": 123456}.')
  }
  if (data.bytes >= 1 && data.bytes <= MAX_UPLOAD_BYTES) return data.bytes
  return hostResponse(413, 'not-allowed', `A picture must have 1 to ${MAX_UPLOAD_BYTES} bytes.`)
}
