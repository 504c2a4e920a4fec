import { Download, Search, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ExportedRow } from '#web/tasks/export/export-text.ts'
import { toolsPlace } from '#web/tasks/header-places.ts'
import { rememberFound } from '#web/tasks/details/found-memory.ts'
import { NOTHING_SELECTED } from '#web/tasks/selection/selection-bar.tsx'
import { type SelectingProps, tasksHere } from '#web/tasks/selection/selection.ts'
import { nameInAddress } from '#web/tasks/task-address.ts'
import { useListCommands } from '#web/tasks/list-commands.ts'
import { selectedPart } from '#web/tasks/selection/selection-uses.ts'
import { listState } from '#web/tasks/list-state.ts'
import { statusInReply } from '#web/video-task/status-evidence.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const FindTask = lazyPart(
  async () => (await import('#web/tasks/find/find-task.tsx')).FindTask,
  NotLoaded,
)
const ExportTasks = lazyPart(
  async () => (await import('#web/tasks/export/export-tasks.tsx')).ExportTasks,
  NotLoaded,
)
const ListOptions = lazyPart(
  async () => (await import('#web/tasks/table/list-options.tsx')).ListOptions,
  NotLoaded,
)

/** What the tools of a list need of the screen that shows it; the reply: none while another is on its way. */
export interface ListToolsProps extends SelectingProps {
  /** of the tasks under the filter; null: not known */
  total: number | null
  accountName: string
  /** takes the task's name in an address */
  onOpenTask: (name: string) => void
  params: VideoTaskListParams
  /** null: not known */
  pageCount: number | null
  onParamsChange: (params: VideoTaskListParams) => void
  onRefresh: () => void
}

/** What one does with a list as a whole: find one of its tasks, take it away as a file, and say what it shows. */
export function ListTools({
  reply,
  lookup,
  selection = NOTHING_SELECTED,
  onSelectionChange,
  total,
  accountName,
  onOpenTask,
  ...list
}: ListToolsProps) {
  const session = useApiSession()
  const [open, setOpen] = useState<'find' | 'export' | 'options'>()
  const close = () => setOpen(undefined)
  useListCommands({
    ...list,
    selection,
    here: reply === undefined ? NOTHING_SELECTED.tasks : tasksHere(reply, lookup),
    onSelectionChange,
    onFind: () => setOpen('find'),
    onExport: () => setOpen('export'),
    onOptions: () => setOpen('options'),
  })
  const rows = reply === undefined ? [] : listState(reply).rows
  return (
    <span className={toolsPlace}>
      <IconButton label={m.find_open()} onClick={() => setOpen('find')}>
        <Search aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.export_open()} onClick={() => setOpen('export')}>
        <Download aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.options_open()} onClick={() => setOpen('options')}>
        <Settings2 aria-hidden className="size-4" />
      </IconButton>
      <Suspense>
        {open === 'find' && (
          <FindTask
            rows={rows}
            onOpen={(task, seen) => {
              if (seen !== undefined) rememberFound(session, seen)
              const name = nameInAddress(task)
              close()
              if (name !== null) onOpenTask(name)
            }}
            onClose={close}
          />
        )}
        {open === 'export' && (
          <ExportTasks
            accountName={accountName}
            filter={{ status: list.params.status, scene: list.params.scene }}
            total={total}
            parts={[
              ...selectedPart(selection.tasks),
              ...(reply === undefined || rows.length === 0
                ? []
                : [pagePart(reply, rowsWithEvidence(reply))]),
            ]}
            onClose={close}
          />
        )}
        {open === 'options' && <ListOptions onClose={close} />}
      </Suspense>
    </span>
  )

  function rowsWithEvidence({ params, readAt }: VideoTaskListReply): ExportedRow[] {
    const context = { filter: params.status, readAt, lookup }
    return rows.map((row) => ({
      row,
      evidence: row.kind === 'task' ? statusInReply(row.task, context) : undefined,
    }))
  }
}

function pagePart({ params }: VideoTaskListReply, rows: readonly ExportedRow[]) {
  return {
    name: `page-${params.page}`,
    label: m.export_page(),
    help: m.export_page_help({ count: rows.length, shown: formatNumber(rows.length) }),
    rows,
  }
}
