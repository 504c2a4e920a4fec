import {
  type MediaProblem,
  readMediaAddress,
  readMediaProblem,
  savingAddress,
} from '#web/api/media.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { saveAddress } from '#web/ui/save-file.ts'
import { isOfMediaHost } from '#web/video-task/media/handed-out.ts'

/** Where this page loads a video. @returns null if our host should hand it out, and does not: the other one is not asked instead */
export async function readAddress(session: ApiSession, url: URL): Promise<string | null> {
  return isOfMediaHost(url) ? readMediaAddress(session, url.href) : url.href
}

/**
 * Has the browser save a video that this page can read.
 *
 * @param name made by safeFileName
 * @returns why our host does not hand it out
 */
export async function saveMedia(
  session: ApiSession,
  url: URL,
  name: string,
): Promise<MediaProblem | undefined> {
  const address = await readAddress(session, url)
  if (address === null) return 'other'
  if (!isOfMediaHost(url)) {
    saveAddress(name, address)
    return undefined
  }
  // The browser would save the refusal as a file, or say nothing.
  const problem = await readMediaProblem(session, address)
  if (problem === undefined) saveAddress(name, savingAddress(address, name))
  return problem
}

/** Why our host does not hand out a video, in a sentence. */
export function describeMediaProblem(problem: MediaProblem): string {
  switch (problem) {
    case 'gone':
      return m.video_expired()
    case 'too-large':
      return m.video_too_large()
    case 'not-video':
      return m.video_not_video()
    case 'busy':
      return m.video_busy()
    case 'over':
    case 'other':
      return m.video_not_loaded()
  }
}
