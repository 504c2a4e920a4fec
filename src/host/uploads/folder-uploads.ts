import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { bearerKey } from '#contract/authentication.ts'
import {
  isAboutToEnd,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPE,
  UPLOADED_PATH,
  uploadedPath,
  type UploadReply,
} from '#contract/uploads.ts'
import { checkImageUrl } from '#contract/image-url.ts'
import { isJsonMediaType } from '#contract/requests.ts'
import type { UploadsConfig } from '#host/config.ts'
import { mayArriveSlowly } from '#host/connections.ts'
import { hostResponse, keyMissing, pathOfTarget } from '#host/task-api.ts'
import { openUploadFolder } from '#host/uploads/upload-folder.ts'
import { uploadKeys } from '#host/uploads/upload-keys.ts'
import {
  forgetWith,
  type Incoming,
  noRoom,
  type Uploads,
  type UploadsOptions,
} from '#host/uploads/uploads.ts'

/** What the folder of a host is opened with. */
export interface FolderOptions
  extends UploadsOptions, Pick<UploadsConfig, 'publicUrl' | 'isAlone'> {
  /** the folder "uploads" in it has the pictures */
  dataDir: string
  /** overrides, for tests */
  limits?: Partial<typeof LIMITS>
}

/** In milliseconds. A phone may need two minutes for the largest picture. */
const LIMITS = {
  /** for the whole request */
  totalMs: 120_000,
  /** without a byte */
  idleMs: 15_000,
  /** for the rest of a body that is not taken, so that the refusal arrives */
  restMs: 10_000,
}

const RETRY_SOON = { 'Retry-After': '2' }

const PICTURE_HEADERS = Object.entries({
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // PUBLIC_URL may be another origin than that of the page.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}).flat()

/** Whether a request target is that of a kept picture, whether there is one or not. */
export function isUploadedTarget(target: string): boolean {
  return target.startsWith(`${UPLOADED_PATH}/`)
}

/** Where a host keeps its pictures. */
export function folderOf(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}

/**
 * Opens the folder of the pictures, and takes and serves them.
 *
 * @throws the error of the file system
 */
export function openFolderUploads(options: FolderOptions): Uploads {
  const { dataDir, taskApi, keepHours, maxBytes, publicUrl, reportError, now } = options
  const limits = { ...LIMITS, ...options.limits }
  const folder = openUploadFolder({
    folder: folderOf(dataDir),
    keepMs: keepHours * 60 * 60_000,
    maxBytes,
    reportError,
    now,
  })
  const keys = uploadKeys(taskApi, now)

  /** Reserves what an upload needs. @returns a function that gives it back, or the refusal */
  function reserve(apiKey: string, bytes: number): (() => void) | Response {
    const giveBack = keys.takePlace(apiKey)
    if (giveBack === undefined) {
      return hostResponse(503, 'not-allowed', 'Too many uploads are in flight.', RETRY_SOON)
    }
    if (!folder.reserve(bytes)) {
      giveBack()
      return noRoom()
    }
    return () => {
      folder.release(bytes)
      giveBack()
    }
  }

  /** Stores the body of a request that has a place. */
  async function store(incoming: Incoming, apiKey: string, requestId?: string): Promise<Response> {
    const refusal = await keys.refusalOf(apiKey, requestId)
    if (refusal !== undefined) return refused(refusal)
    const body = bodyOf(incoming, limits.idleMs)
    try {
      const stored = await folder.store(apiKey, body.bytes)
      if ('problem' in stored) return refused(hostResponse(415, 'not-allowed', stored.problem))
      folder.count('stored')
      const reply: UploadReply = { url: (publicUrl ?? '') + uploadedPath(stored.name) }
      return Response.json(reply, { status: 201 })
    } catch (error) {
      if (body.isBroken()) {
        folder.count('broken-off')
        return hostResponse(400, 'not-allowed', 'The body did not arrive whole.')
      }
      if (!isDiskFull(error)) throw error
      reportError(error, requestId)
      return refused(hostResponse(507, 'host-error', 'The disk of the host is full.'))
    }
  }
  function refused(answer: Response): Response {
    folder.count('refused')
    return answer
  }

  return {
    info: { keepHours },
    async receive({ incoming, requestId }) {
      const apiKey = bearerKey(incoming.headers.authorization)
      if (apiKey === undefined) return refused(keyMissing())
      const refusal = headRefusal(incoming.headers)
      if (refusal !== undefined) return refused(refusal)
      const giveBack = reserve(apiKey, Number(incoming.headers['content-length']))
      if (giveBack instanceof Response) {
        await discardRest(incoming, limits.restMs)
        return refused(giveBack)
      }
      mayArriveSlowly(incoming)
      const deadline = setTimeout(() => incoming.destroy(), limits.totalMs)
      try {
        const answer = await store(incoming, apiKey, requestId).finally(giveBack)
        await discardRest(incoming, limits.restMs)
        return answer
      } finally {
        clearTimeout(deadline)
      }
    },
    forget: async (name, authorization) =>
      forgetWith(authorization, (apiKey) => folder.remove(name, apiKey)),
    send(request, response, headers) {
      sendPicture(request, response, headers, (name) => folder.pictureOf(name)).catch(
        (error: unknown) => {
          reportError(error)
          response.destroy()
        },
      )
    },
    isGone(url, address) {
      // Without a public name, this host has no address that other machines can reach.
      const isOwn = publicUrl === undefined ? !checkImageUrl(url.href).ok : url.origin === publicUrl
      const isKept = !options.isAlone || folder.pictureOf(address.name) !== undefined
      return isOwn && (isAboutToEnd(address, Date.now()) || !isKept)
    },
    counts: folder.counts,
    bytes: () => folder.bytes(),
    close: () => folder.close(),
  }
}

/** Checks what is known of a picture before its first byte. */
function headRefusal(headers: IncomingHttpHeaders): Response | undefined {
  const type = headers['content-type']?.toLowerCase()
  if (isJsonMediaType(type ?? null)) {
    return hostResponse(409, 'not-allowed', 'There is no bucket now. Send the picture itself.')
  }
  if (type !== UPLOAD_TYPE || headers['content-encoding'] !== undefined) {
    const message = `The body must be sent as Content-Type: ${UPLOAD_TYPE}, and not compressed.`
    return hostResponse(415, 'not-allowed', message)
  }
  const length = headers['content-length'] ?? ''
  if (!/^\d+$/.test(length)) {
    return hostResponse(411, 'not-allowed', 'The header Content-Length is missing.')
  }
  if (Number(length) >= 1 && Number(length) <= MAX_UPLOAD_BYTES) return undefined
  return hostResponse(413, 'not-allowed', `A picture must have 1 to ${MAX_UPLOAD_BYTES} bytes.`)
}

/** The bytes of a body as they come. If none comes for a while, the connection is closed: there is no answer, so nobody repeats it. */
function bodyOf(incoming: Incoming, idleMs: number) {
  let isBroken = false
  async function* read(): AsyncGenerator<Uint8Array> {
    const idle = setTimeout(() => incoming.destroy(), idleMs)
    try {
      // A disk that is full must not cut the connection: the refusal has to arrive.
      const chunks: AsyncIterable<Uint8Array> = incoming.iterator({ destroyOnReturn: false })
      for await (const chunk of chunks) {
        yield chunk
        idle.refresh()
      }
    } catch (error) {
      isBroken = true
      throw error
    } finally {
      clearTimeout(idle)
    }
  }
  return { bytes: read(), isBroken: () => isBroken }
}

/** Reads the rest of a body that is not taken. Otherwise the connection would be closed before the refusal has arrived. */
async function discardRest(incoming: Incoming, withinMs: number): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs)
    for (const event of ['end', 'close']) {
      incoming.once(event, () => {
        clearTimeout(timer)
        resolve()
      })
    }
    incoming.resume()
  })
}

function isDiskFull(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/**
 * Answers a request for a kept picture. It may be deleted meanwhile: an open file stays whole.
 *
 * @param further headers of this answer: names and values in turn
 */
async function sendPicture(
  request: IncomingMessage,
  response: ServerResponse,
  further: readonly string[],
  find: (name: string) => { path: string; bytes: number } | undefined,
): Promise<void> {
  const headers = [...PICTURE_HEADERS, ...further]
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const [, name = ''] = /^\/uploads\/([^/]+)\.jpg$/.exec(pathOfTarget(request.url ?? '')) ?? []
  const picture = isRead ? find(name) : undefined
  const file = picture && (await open(picture.path).catch(() => undefined))
  if (picture === undefined || file === undefined) {
    const text = isRead ? 'Not found' : 'Method not allowed'
    const allow = isRead ? [] : ['Allow', 'GET, HEAD']
    const own = ['Content-Type', 'text/plain; charset=UTF-8', 'Content-Length', `${text.length}`]
    response.writeHead(isRead ? 404 : 405, [...headers, ...allow, ...own])
    response.end(text)
    return
  }
  const own = ['Content-Type', UPLOAD_TYPE, 'Content-Length', String(picture.bytes)]
  response.writeHead(200, [...headers, ...own])
  if (request.method === 'HEAD') {
    await file.close()
    response.end()
    return
  }
  // The reader may leave at any time.
  await pipeline(file.createReadStream(), response).catch(() => undefined)
}
