import { reportDefect } from '#web/api/api-error.ts'
import type { PictureResult } from '#web/posters/picture/clean-picture.ts'
import type { PicturePart } from '#web/posters/picture/picture-part.ts'
// oxlint-disable-next-line import/default -- it is what Vite makes of the query
import workerFile from '#web/posters/picture/picture-worker.ts?worker&url'

/** After this time, a picture counts as one that cannot be read, in milliseconds. */
const LIMIT_MS = 120_000

const CANCELLED: PictureResult = { ok: false, problem: 'cancelled' }

/** What a worker is given. */
export interface PictureToPrepare {
  readonly file: Blob
  readonly part?: PicturePart | undefined
}

/** Ends with the picture before. */
let before = Promise.resolve()

/**
 * Makes a small JPEG without metadata of a file, in a worker. One picture at a time, each with a worker of its own: its memory is free
 * as soon as it ends.
 *
 * @param signal cancels it at once, also while it waits
 * @param part what to make the JPEG of; by default all of it
 * @returns always; a worker that does not start, crashes or hangs is a problem of the result
 */
export async function preparePicture(
  file: Blob,
  signal: AbortSignal,
  part?: PicturePart,
): Promise<PictureResult> {
  if (signal.aborted) return CANCELLED
  return new Promise((resolve) => {
    const end = (result: PictureResult) => {
      signal.removeEventListener('abort', cancel)
      resolve(result)
    }
    const cancel = () => end(CANCELLED)
    signal.addEventListener('abort', cancel)
    before = before
      .then(async () => inWorker({ file, part }, signal))
      // One that cannot be given to a worker must not block the next.
      .catch((error: unknown): PictureResult => {
        reportDefect(error)
        return { ok: false, problem: 'unreadable' }
      })
      .then(end)
  })
}

/** Never rejects. */
async function inWorker(picture: PictureToPrepare, signal: AbortSignal): Promise<PictureResult> {
  if (signal.aborted) return CANCELLED
  const worker = startWorker()
  if (worker === undefined) return { ok: false, problem: 'unsupported' }
  return new Promise((resolve) => {
    const end = (result: PictureResult) => {
      clearTimeout(limit)
      signal.removeEventListener('abort', cancel)
      worker.terminate()
      resolve(result)
    }
    const cancel = () => end(CANCELLED)
    const limit = setTimeout(() => end({ ok: false, problem: 'unreadable' }), LIMIT_MS)
    signal.addEventListener('abort', cancel)
    worker.addEventListener('message', ({ data }: MessageEvent<PictureResult>) => end(data))
    // Whatever is wrong with a picture comes as a message, so the worker itself is not there or does not run.
    worker.addEventListener('error', (event) => {
      end({ ok: false, problem: 'message' in event ? 'unsupported' : 'not-loaded' })
    })
    worker.postMessage(picture, {})
  })
}

/** A policy may be made once only. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined

function startWorker(): Worker | undefined {
  try {
    // Trusted Types: this policy makes the address of the worker, whatever it is asked for.
    const createScriptURL = () => workerFile
    policy ??= window.trustedTypes?.createPolicy('picture-worker', { createScriptURL })
    return new Worker(policy?.createScriptURL('') ?? workerFile, { type: 'module' })
  } catch {
    // The policy of another server refuses, or there are no workers of this kind.
    return undefined
  }
}
