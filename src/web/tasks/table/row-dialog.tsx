import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ListRow } from '#web/task-list/list-page.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { taskName } from '#web/video-task/task-name.ts'

// Their code loads when the first one opens.
const loadDialogs = () => import('#web/tasks/dialogs.tsx')
export const ErrorDialog = lazyPart(async () => (await loadDialogs()).ErrorDialog, NotLoaded)
const JsonDialog = lazyPart(async () => (await loadDialogs()).JsonDialog, NotLoaded)
const VideoDialog = lazyPart(async () => (await loadDialogs()).VideoDialog, NotLoaded)

/** What the buttons of a row open. */
export type RowDialogKind = 'video' | 'reason' | 'record'

/** Which dialog is open, and for which row. */
export interface RowDialogProps {
  kind: RowDialogKind
  row: ListRow
  /** the position of the row on its page, from 1 */
  rowNumber: number
  onClose: () => void
}

/** The dialog of a row: its video, the reason of its failure, or its record as the service sent it. */
export function RowDialog({ kind, row, rowNumber, onClose }: RowDialogProps) {
  if (row.kind === 'unreadable') {
    return (
      <JsonDialog title={m.tasks_raw_title({ row: rowNumber })} raw={row.raw} onClose={onClose} />
    )
  }
  const { task } = row
  const name = taskName(task)
  if (kind === 'record') {
    return (
      <JsonDialog title={m.tasks_raw_task_title({ task: name })} raw={task.raw} onClose={onClose} />
    )
  }
  if (kind === 'reason') {
    return <ErrorDialog name={name} message={task.errorMsg ?? ''} onClose={onClose} />
  }
  const url = safeHttpUrl(task.videoUrl ?? '')
  return url && <VideoDialog task={task} src={url.href} onClose={onClose} />
}
