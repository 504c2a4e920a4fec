import type { AnchorHTMLAttributes } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { startOf } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { isReadable } from '#web/video-task/media/handed-out.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** The file name of a video. It contains the name of the task. */
export function videoFileName(
  task: Pick<VideoTask, 'uuid' | 'id'>,
  { pathname }: Pick<URL, 'pathname'>,
): string {
  return safeFileName(task.uuid === null ? taskName(task) : startOf(task.uuid, 8), pathname)
}

/**
 * The attributes of a link that downloads a video. A browser may open a file of another host instead of saving it, so the
 * title says so. What our host hands out is saved by SavedMedia.
 */
export function downloadLink(
  task: Pick<VideoTask, 'uuid' | 'id'>,
  url: URL,
): AnchorHTMLAttributes<HTMLAnchorElement> {
  return {
    href: url.href,
    download: videoFileName(task, url),
    ...(!isReadable(url) && { target: '_blank', title: m.tasks_download_elsewhere() }),
    rel: 'noopener noreferrer',
  }
}
