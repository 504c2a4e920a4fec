import { Suspense, useState } from 'react'

import { filtersOf } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { rememberFound } from '#web/tasks/details/found-memory.ts'
import { useListCommands } from '#web/tasks/list-commands.ts'
import type { ListPage } from '#web/task-list/list-page.ts'
import { type ListTool, ListToolButtons } from '#web/tasks/list-tool-buttons.tsx'
import type { ListView } from '#web/tasks/views/list-view.ts'
import { selectedPart } from '#web/tasks/selection/selection-uses.ts'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import type { TasksNavigation } from '#web/tasks/tasks-address.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
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
  async () => (await import('#web/tasks/options/list-options.tsx')).ListOptions,
  NotLoaded,
)

/** The tools for the whole list: find a task, export tasks, and choose the list options. */
export function ListTools({
  list,
  selection,
  accountName,
  view,
  navigation: { onRequestChange, onTaskChange, onViewChange },
}: {
  list: TaskList
  selection: SelectionModel
  /** part of file names */
  accountName: string
  view: ListView
  navigation: Pick<TasksNavigation, 'onRequestChange' | 'onTaskChange' | 'onViewChange'>
}) {
  const session = useApiSession()
  const [open, setOpen] = useState<ListTool>()
  const close = () => setOpen(undefined)
  const { request, state } = list
  const current = currentPage(state)
  useListCommands({
    request,
    pageCount: list.figures.extent?.pageCount ?? null,
    selection,
    onRequestChange,
    onRefresh: list.refresh,
    onFind: () => setOpen('find'),
    onExport: () => setOpen('export'),
    onOptions: () => setOpen('options'),
    view,
    onViewChange,
  })
  return (
    <ListToolButtons view={view} onViewChange={onViewChange} onOpen={setOpen}>
      <Suspense>
        {open === 'find' && (
          <FindTask
            rows={current?.rows ?? []}
            onOpen={(task, seen) => {
              if (seen !== undefined) rememberFound(session, seen)
              const name = nameInAddress(task)
              close()
              if (name !== null) onTaskChange(name)
            }}
            onClose={close}
          />
        )}
        {open === 'export' && (
          <ExportTasks
            accountName={accountName}
            filter={filtersOf(request)}
            total={list.figures.total}
            parts={[...selectedPart(selection.tasks), ...(current ? pagePart(current) : [])]}
            onClose={close}
          />
        )}
        {open === 'options' && <ListOptions onClose={close} />}
      </Suspense>
    </ListToolButtons>
  )
}

/** The rows on screen as an export choice; empty if there are no rows. */
function pagePart({ request, rows }: ListPage) {
  const count = rows.length
  if (count === 0) return []
  return [
    {
      name: `page-${request.pageNumber}`,
      label: m.export_page(),
      help: m.export_page_help({ count, shown: formatNumber(count) }),
      rows: rows.map((row) => ({
        row,
        evidence: row.kind === 'task' ? row.evidence : undefined,
      })),
    },
  ]
}
