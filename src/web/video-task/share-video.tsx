import type { VideoTask } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { CopyAction } from '#web/video-task/copy-button.tsx'
import { canShare, ShareButton } from '#web/ui/share-button.tsx'
import { taskName } from '#web/video-task/task-name.ts'

/** Shares the link of a finished video with other apps, or copies it where the device cannot share. */
export function ShareVideo({
  task,
  url,
}: {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl */
  url: URL
}) {
  if (canShare(url.href)) {
    return (
      <ShareButton
        url={url.href}
        title={m.share_title({ task: taskName(task) })}
        label={m.share()}
        failed={m.share_failed()}
      />
    )
  }
  return <CopyAction label={m.share_copy()} textOf={() => url.href} />
}
