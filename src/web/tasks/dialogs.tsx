import type { ReactNode } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatJson } from '#web/format/json-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/video-task/task-name.ts'
import { VideoPlayer } from '#web/video-task/video-player.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Shows the full reason why a task failed. */
export function ErrorDialog({
  name,
  message,
  onClose,
}: {
  /** names the task */
  name: string
  /** the text from the service */
  message: string
  onClose: () => void
}) {
  const title = <SentenceWith shown={name} say={(task) => m.tasks_error_title({ task })} />
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <RawText label={m.detail_error()} text={message} showAll={m.show_all()} />
    </Dialog>
  )
}

/** Shows the raw record that the service sent for a row. */
export function JsonDialog({
  title,
  raw,
  onClose,
}: {
  title: ReactNode
  /** the record as it arrived, with numbers of any length */
  raw: unknown
  onClose: () => void
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <RawText label={m.detail_raw()} text={formatJson(raw)} isCode showAll={m.show_all()} />
    </Dialog>
  )
}

/** Plays a video in place. */
export function VideoDialog({
  task,
  src,
  onClose,
}: {
  task: VideoTask
  /** must have passed safeHttpUrl */
  src: string
  onClose: () => void
}) {
  const title = (
    <SentenceWith shown={taskName(task)} say={(name) => m.tasks_video_title({ task: name })} />
  )
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <VideoPlayer
        task={task}
        src={src}
        // The height is the same for all content, to avoid a layout shift.
        className="h-[60dvh] w-full rounded-control max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] max-sm:max-w-none max-sm:rounded-none"
      />
    </Dialog>
  )
}
