import type { AnchorHTMLAttributes } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { startOf } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/video-task/task-name.ts'

/** The name under which a video is saved: it tells which. */
export function videoFileName(task: VideoTask, { pathname }: Pick<URL, 'pathname'>): string {
  return safeFileName(task.uuid === null ? taskName(task) : startOf(task.uuid, 8), pathname)
}

/**
 * What makes a link download a video, under a name that tells which. A browser opens a file of another
 * host that is not sent as an attachment: then the title says so.
 */
export function downloadLink(task: VideoTask, url: URL): AnchorHTMLAttributes<HTMLAnchorElement> {
  const isElsewhere = url.origin !== location.origin
  return {
    href: url.href,
    download: videoFileName(task, url),
    ...(isElsewhere && { target: '_blank', title: m.tasks_download_elsewhere() }),
    rel: 'noopener noreferrer',
  }
}
