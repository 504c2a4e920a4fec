import { formatJson } from '#web/format/json-text.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import type { RowModel } from '#web/tasks/table/row-model.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { LazyPlayer } from '#web/video-task/task-video.tsx'

type RowDialogProps = NonNullable<RowModel['dialog']>

/** The dialog of a row: its video, the reason of its failure, or its record as the service sent it. */
export function RowDialog({ onClose, ...shown }: RowDialogProps) {
  const { title, content } = partsOf(shown)
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      {content}
    </Dialog>
  )
}

function partsOf({ kind, row, rowNumber }: Omit<RowDialogProps, 'onClose'>) {
  const record = (raw: unknown) => (
    <RawText label={m.detail_raw()} text={formatJson(raw)} isCode showAll={m.show_all()} />
  )
  if (row.kind === 'unreadable') {
    return { title: m.tasks_raw_title({ row: rowNumber }), content: record(row.raw) }
  }
  const { task } = row
  const name = taskName(task)
  if (kind === 'record') {
    return { title: m.tasks_raw_task_title({ task: name }), content: record(task.raw) }
  }
  if (kind === 'reason') {
    const text = task.errorMsg ?? ''
    return {
      title: <SentenceWith shown={name} say={(shown) => m.tasks_error_title({ task: shown })} />,
      content: <RawText label={m.detail_error()} text={text} showAll={m.show_all()} />,
    }
  }
  const url = safeHttpUrl(task.videoUrl ?? '')
  return {
    title: <SentenceWith shown={name} say={(shown) => m.tasks_video_title({ task: shown })} />,
    content: url && (
      <LazyPlayer
        task={task}
        src={url.href}
        // The height is the same for all content, to avoid a layout shift.
        className="h-[60dvh] w-full rounded-control max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] max-sm:max-w-none max-sm:rounded-none"
      />
    ),
  }
}
