import { Share2 } from 'lucide-react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { canShare } from '#web/ui/clipboard.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { announce } from '#web/ui/live-region.tsx'
import { CopyAction } from '#web/video-task/copy-button.tsx'
import { videoFileName } from '#web/video-task/download/download-link.ts'
import { isReadable } from '#web/video-task/media/handed-out.ts'
import { taskName } from '#web/video-task/task-name.ts'

const ShareFile = lazyPart(
  async () => (await import('#web/video-task/download/share-file.tsx')).ShareFile,
  NotLoaded,
  'never',
)

/** A finished video that is shared. */
export interface SharedVideo {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl */
  url: URL
  /** classes of the word beside the icon */
  words?: string
}

/** Shares a finished video with other apps: its link, or copies that where the device cannot share, and the file if this page can read it. */
export function ShareVideo(video: SharedVideo) {
  const { task, url, words } = video
  const title = m.share_title({ task: taskName(task) })
  return (
    <>
      {canShare({ url: url.href }) ? (
        <Button title={m.share()} onClick={() => void share({ title, url: url.href })}>
          <Share2 aria-hidden className="size-3.5" />
          <span className={words}>{m.share()}</span>
        </Button>
      ) : (
        <CopyAction label={m.share_copy()} textOf={() => url.href} />
      )}
      {isReadable(url) && canShare({ files: [sharedFile(video, new Blob())] }) && (
        <ShareFile {...video} />
      )}
    </>
  )
}

/** A file with a video. */
export function sharedFile({ task, url }: SharedVideo, content: Blob): File {
  const type = content.type === '' ? 'video/mp4' : content.type
  return new File([content], videoFileName(task, url), { type })
}

/** Has the device share something. @returns false if the browser wants another press first */
export async function share(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' && what.files !== undefined) return false
    // The person has closed the device's dialog.
    if (name !== 'AbortError') announce(m.share_failed())
  }
  return true
}
