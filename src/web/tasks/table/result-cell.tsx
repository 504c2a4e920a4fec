import { Suspense, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { firstLine } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { downloadLink } from '#web/tasks/video/download-link.ts'
import { ErrorDialog } from '#web/tasks/lazy-dialogs.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

const linkClass =
  'inline-flex min-h-icon min-w-icon shrink-0 items-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** The result of a task: a video to open or download, the reason of a failure, or nothing yet. */
export function ResultCell({ task }: { task: VideoTask }) {
  if (task.errorMsg === null && task.videoUrl === null) {
    return (
      <span data-nothing className="text-muted">
        —
      </span>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-x-3 max-lg:flex-wrap">
      {task.errorMsg !== null && <ErrorMessage task={task} message={task.errorMsg} />}
      {task.videoUrl !== null && <VideoLinks task={task} videoUrl={task.videoUrl} />}
    </div>
  )
}

function VideoLinks({ task, videoUrl }: { task: VideoTask; videoUrl: string }) {
  const url = safeHttpUrl(videoUrl)
  if (url === undefined) {
    return (
      <span className="min-w-0 truncate text-muted" title={m.tasks_unsafe_url()}>
        <UntrustedText text={videoUrl} maxLength={60} />
      </span>
    )
  }
  const name = taskName(task)
  return (
    <>
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={m.tasks_open_task({ task: name })}
        className={linkClass}
      >
        {m.tasks_open()}
      </a>
      <a
        {...downloadLink(task, url)}
        aria-label={m.tasks_download_task({ task: name })}
        className={linkClass}
      >
        {m.tasks_download()}
      </a>
    </>
  )
}

function ErrorMessage({ task, message }: { task: VideoTask; message: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={m.tasks_show_error()}
        onClick={() => {
          setIsOpen(true)
        }}
        // Only the badge is red. Twenty red sentences would be too alarming.
        className="min-h-icon max-w-full min-w-0 rounded-control text-left hover:underline max-lg:line-clamp-2 lg:truncate"
      >
        <UntrustedText text={firstLine(message)} />
      </button>
      {isOpen && (
        <Suspense>
          <ErrorDialog
            name={taskName(task)}
            message={message}
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
