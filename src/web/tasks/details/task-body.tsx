import { Play } from 'lucide-react'
import { useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatJson } from '#web/format/json-text.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SeenTask } from '#web/tasks/list-page.ts'
import { TaskActions } from '#web/tasks/details/task-actions.tsx'
import { TaskFields } from '#web/tasks/details/task-fields.tsx'
import { type FoundElsewhere, VideoPlayer } from '#web/tasks/video/video-player.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The content of the details: the failure reason, the video, the actions, every field, and the raw record. */
export function TaskBody({
  seen,
  address,
  onReadAgain,
}: {
  seen: SeenTask
  /** the address of the list with this task open */
  address: string
  /** called when a task from another page was read again; undefined: the task is on this page */
  onReadAgain?: FoundElsewhere['onReadAgain'] | undefined
}) {
  const { task } = seen
  return (
    <>
      {task.errorMsg !== null && <ErrorSection message={task.errorMsg} />}
      {task.videoUrl !== null && (
        <VideoSection
          task={task}
          videoUrl={task.videoUrl}
          elsewhere={onReadAgain && { foundAt: seen.request, onReadAgain }}
        />
      )}
      <TaskActions seen={seen} address={address} />
      <TaskFields seen={seen} />
      <RawSection raw={task.raw} />
    </>
  )
}

function ErrorSection({ message }: { message: string }) {
  return (
    <section className="flex flex-col gap-1 [&_pre]:max-h-60">
      <div className="flex items-center justify-between">
        <h3 className="text-sm font-semibold text-failed">{m.detail_error()}</h3>
        <span className="print:hidden">
          <CopyButton
            text={message}
            label={m.detail_copy_field({ field: m.detail_error() })}
            copied={m.copy_copied()}
            failed={m.copy_failed()}
          />
        </span>
      </div>
      <RawText label={m.detail_error()} text={message} showAll={m.show_all()} />
    </section>
  )
}

function VideoSection({
  task,
  videoUrl,
  elsewhere,
}: {
  task: VideoTask
  videoUrl: string
  elsewhere: FoundElsewhere | undefined
}) {
  const [isPlaying, setIsPlaying] = useState(false)
  const url = safeHttpUrl(videoUrl)
  if (url === undefined) return null
  // Reserve its space, to avoid a layout shift.
  const size = 'aspect-video w-full rounded-control'
  return (
    <section className="flex flex-col gap-1 print:hidden">
      {isPlaying ? (
        <VideoPlayer task={task} src={url.href} className={size} elsewhere={elsewhere} />
      ) : (
        <button
          type="button"
          onClick={() => {
            setIsPlaying(true)
          }}
          className={`group flex items-center justify-center border border-line bg-hover text-muted ${size}`}
        >
          <span className="inline-flex h-field items-center gap-2 rounded-full bg-accent px-5 font-medium text-on-accent transition-colors group-hover:bg-accent-hover">
            <Play aria-hidden className="size-4 fill-current" />
            {m.tasks_play()}
          </span>
        </button>
      )}
      <p className="text-xs wrap-anywhere text-muted">
        <SentenceWith
          shown={showUntrusted(url.host, CELL_LENGTH)}
          say={(host) => m.detail_video_host({ host })}
        />
      </p>
    </section>
  )
}

function RawSection({ raw }: { raw: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open)
      }}
      className="text-sm"
    >
      <summary className="min-h-icon w-fit content-center rounded-control font-medium">
        {m.detail_raw()}
      </summary>
      {/* A record can have ten megabytes, so it is formatted only on request. */}
      {isOpen && (
        <div className="flex flex-col gap-2 pt-1 [&_pre]:max-h-96">
          <RawText label={m.detail_raw()} text={formatJson(raw)} isCode showAll={m.show_all()} />
        </div>
      )}
    </details>
  )
}
