import type { AnchorHTMLAttributes } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { startOf } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/notices/task-name.ts'

/**
 * What makes a link download a video, under a name that tells which. A browser opens a file of another
 * host that is not sent as an attachment: then the title says so.
 */
export function downloadLink(
  task: VideoTask,
  { href, pathname, origin }: URL,
): AnchorHTMLAttributes<HTMLAnchorElement> {
  const isElsewhere = origin !== location.origin
  return {
    href,
    download: safeFileName(task.uuid === null ? taskName(task) : startOf(task.uuid, 8), pathname),
    ...(isElsewhere && { target: '_blank', title: m.tasks_download_elsewhere() }),
    rel: 'noopener noreferrer',
  }
}
