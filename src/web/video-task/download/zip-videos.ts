import { makeZip } from 'client-zip'

import { type MediaProblem, openMedia } from '#web/api/media.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { readAddress } from '#web/video-task/media/save-media.ts'

/** A video for a ZIP. */
export interface ZippedVideo {
  url: URL
  /** unique in the ZIP */
  fileName: string
}

/** A video that is not in a ZIP, and why. */
export interface MissingVideo<Video extends ZippedVideo> {
  video: Video
  problem: MediaProblem
}

/** How far a ZIP is. */
export interface ZipProgress {
  /** videos that are in it */
  packed: number
  /** of their contents */
  bytes: number
  failed: number
}

/**
 * Packs videos, one after the other: each is loaded whole before it is added, so that one that breaks off is left out.
 *
 * @param options.mostBytes once it has so many, no further video is added
 * @param options.describeMissing the name and the text of a file about the videos that are missing
 * @param options.onDone is told after each video
 * @returns the ZIP as it grows; and, once it has ended, the videos that are missing and those that no longer fitted
 */
export function zipVideos<Video extends ZippedVideo>(
  session: ApiSession,
  videos: readonly Video[],
  options: {
    mostBytes: number
    signal: AbortSignal
    describeMissing: (missing: readonly MissingVideo<Video>[]) => { name: string; input: string }
    onDone: (progress: ZipProgress) => void
  },
) {
  const { signal, mostBytes } = options
  const missing: MissingVideo<Video>[] = []
  const rest = [...videos]
  let packed = 0
  let bytes = 0
  async function* files() {
    for (;;) {
      const video = bytes < mostBytes ? rest.shift() : undefined
      if (video === undefined) break
      // One after the other: lists and other people come first.
      const content = await loadVideo(session, video.url, signal)
      signal.throwIfAborted()
      if (typeof content === 'string') missing.push({ video, problem: content })
      else {
        packed += 1
        bytes += content.size
        yield { name: video.fileName, input: content.stream(), lastModified: new Date() }
      }
      options.onDone({ packed, bytes, failed: missing.length })
    }
    if (missing.length > 0) yield { ...options.describeMissing(missing), lastModified: new Date() }
  }
  return { zip: makeZip(files()), missing, rest }
}

/**
 * Loads a video that this page can read.
 *
 * @param onBytes is given the number of bytes that have arrived
 * @returns it, or why it did not come; that is "other" if the signal is aborted, too
 */
export async function loadVideo(
  session: ApiSession,
  url: URL,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<Blob | MediaProblem> {
  const address = await readAddress(session, url)
  if (address === null) return 'other'
  try {
    const answer = await openMedia(address, signal)
    if (typeof answer === 'string') return answer
    let bytes = 0
    const counted = answer.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          onBytes?.(bytes)
          controller.enqueue(chunk)
        },
      }),
    )
    return await new Response(counted, { headers: answer.headers }).blob()
  } catch {
    // The connection has ended, or the person has cancelled.
    return 'other'
  }
}
