import { Share2 } from 'lucide-react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { canShare } from '#web/ui/clipboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { CopyAction } from '#web/video-task/copy-button.tsx'
import { taskName } from '#web/video-task/task-name.ts'

/** Shares the link of a finished video with other apps, or copies it where the device cannot share. */
export function ShareVideo({
  task,
  url: { href: url },
  words,
}: {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl */
  url: URL
  /** classes of the word beside the icon */
  words?: string
}) {
  if (!canShare(url)) return <CopyAction label={m.share_copy()} textOf={() => url} />
  const title = m.share_title({ task: taskName(task) })
  return (
    <Button
      title={m.share()}
      onClick={() => {
        navigator.share({ title, url }).catch((error: unknown) => {
          // The person has closed the device's dialog.
          if (error instanceof DOMException && error.name === 'AbortError') return
          announce(m.share_failed())
        })
      }}
    >
      <Share2 aria-hidden className="size-3.5" />
      <span className={words}>{m.share()}</span>
    </Button>
  )
}
