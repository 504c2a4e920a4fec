import { useState } from 'react'

import { formatJson } from '#web/format/json-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { TaskActions } from '#web/tasks/details/task-actions.tsx'
import { TaskFields } from '#web/tasks/details/task-fields.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'
import type { FoundElsewhere } from '#web/video-task/video-run.ts'

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
      <TaskActions seen={seen} address={address} />
      {task.videoUrl !== null && (
        <TaskVideo
          task={task}
          videoUrl={task.videoUrl}
          shape="aspect-6/5"
          elsewhere={onReadAgain && { foundAt: seen.origin.request, onReadAgain }}
        />
      )}
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
      <AdviceText message={message} />
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
