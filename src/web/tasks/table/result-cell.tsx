import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import type { CellData } from '#web/tasks/table/cell-data.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'

/** How much of a text that is no link is shown. */
const NO_LINK_LENGTH = 60

/** The result of a task; null if it has neither a video nor an error message. */
export function resultView({ task, video, shortName }: CellData) {
  const { errorMsg, videoUrl } = task
  if (errorMsg === null && videoUrl === null) return null
  const isLink = video !== undefined
  return {
    error: errorMsg === null ? '' : showUntrusted(firstLine(errorMsg), CELL_LENGTH),
    video: isLink
      ? {
          ...downloadLink(task, video),
          openLabel: m.tasks_open_task({ task: shortName }),
          downloadLabel: m.tasks_download_task({ task: shortName }),
        }
      : null,
    /** an address that is no safe link */
    noLink: videoUrl === null || isLink ? '' : showUntrusted(videoUrl, NO_LINK_LENGTH),
  }
}

const linkClass =
  'h-icon min-w-icon shrink-0 content-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** The result of a task: a video to open or download, or the reason of a failure. */
export function ResultCell({ error, video, noLink }: NonNullable<ReturnType<typeof resultView>>) {
  return (
    <>
      {error !== '' && (
        <button
          type="button"
          data-action="reason"
          lang=""
          // Only the badge is red. Twenty red sentences would be too alarming.
          className="min-h-icon max-w-full min-w-0 rounded-control text-left wrap-anywhere [unicode-bidi:plaintext] hover:underline max-lg:line-clamp-2 lg:truncate"
        >
          {error}
        </button>
      )}
      {video !== null && (
        <>
          <a
            href={video.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={video.openLabel}
            className={linkClass}
          >
            {m.tasks_open()}
          </a>
          <a
            href={video.href}
            download={video.download}
            target={video.target}
            rel="noopener noreferrer"
            aria-label={video.downloadLabel}
            className={linkClass}
          >
            {m.tasks_download()}
          </a>
        </>
      )}
      {noLink !== '' && (
        <bdi lang="" className="min-w-0 truncate text-muted">
          {noLink}
        </bdi>
      )}
    </>
  )
}

/** The title of an element of the cell. */
export function resultTitle({ task }: TaskListRow, element: Element): string {
  if (element.matches('button')) return m.tasks_show_error()
  const video = safeHttpUrl(task.videoUrl ?? '')
  if (video === undefined) return m.tasks_unsafe_url()
  return element.matches('[download]') ? (downloadLink(task, video).title ?? '') : ''
}
