import { Suspense, useState } from 'react'

import { filtersOf, FIRST_PAGE, type ListRequest, withFilter } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { rememberFound } from '#web/tasks/details/found-memory.ts'
import type { ListPage, NamedTasks } from '#web/task-list/list-page.ts'
import { type ListTool, ListToolButtons } from '#web/tasks/list-tool-buttons.tsx'
import { type ListView, LIST_ROW, otherView, otherViewLabel } from '#web/tasks/views/list-view.ts'
import type { ExportPart } from '#web/tasks/export/export-tasks.tsx'
import { type SelectionModel, EXPORT_SELECTED } from '#web/tasks/selection/use-selection.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import type { TasksNavigation } from '#web/tasks/tasks-address.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { filterOptions } from '#web/video-task/list-filters.tsx'
import { useCommands } from '#web/ui/commands.ts'

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

/** The list on screen, as the keyboard commands need it. */
interface ListCommandsProps {
  request: ListRequest
  /** null: not known */
  pageCount: number | null
  onRequestChange: (request: ListRequest) => void
  onRefresh: () => void
  onFind: () => void
  onExport: () => void
  onOptions: () => void
  view: ListView
  onViewChange: (view: ListView) => void
  selection: SelectionModel
}

/** Registers the commands of the list, by name and by key. */
function useListCommands({
  request,
  pageCount,
  onRequestChange,
  onRefresh,
  onFind,
  onExport,
  onOptions,
  view,
  onViewChange,
  selection,
}: ListCommandsProps): void {
  const group = m.commands_list()
  const { pageNumber: page } = request
  const isLast = pageCount !== null && page >= pageCount
  const goTo = (to: number) => () => onRequestChange({ ...request, pageNumber: to })
  useCommands(
    [
      { id: 'find', group, label: m.find_open(), keys: ['/'], run: onFind },
      { id: 'refresh', group, label: m.tasks_refresh(), keys: ['r'], run: onRefresh },
      { id: 'row-next', group, label: m.command_row_next(), keys: ['j'], run: () => step(1) },
      {
        id: 'row-before',
        group,
        label: m.command_row_previous(),
        keys: ['k'],
        run: () => step(-1),
      },
      ...(isLast
        ? []
        : [{ id: 'page-next', group, label: m.page_next(), keys: ['n'], run: goTo(page + 1) }]),
      ...(page === FIRST_PAGE
        ? []
        : [
            {
              id: 'page-before',
              group,
              label: m.page_previous(),
              keys: ['p'],
              run: goTo(page - 1),
            },
          ]),
      { id: 'export', group, label: m.export_open(), keys: ['e'], run: onExport },
      {
        id: 'view',
        group,
        label: otherViewLabel(view),
        keys: ['v'],
        run: () => onViewChange(otherView(view)),
      },
      { id: 'options', group, label: m.options_open(), run: onOptions },
      ...(selection.here.size === 0
        ? []
        : [
            { id: 'select', group, label: m.command_select(), keys: ['x'], run: pressRow },
            {
              id: 'select-page',
              group,
              label: m.selection_all(),
              run: selection.selectPage,
            },
          ]),
      ...(selection.tasks.size === 0
        ? []
        : [
            { id: EXPORT_SELECTED, group, label: m.selection_export(), run: onExport },
            {
              id: 'select-none',
              group,
              label: m.selection_clear(),
              run: selection.clear,
            },
          ]),
      ...filterOptions('status').map(({ value, label }) => ({
        id: `show-${value}`,
        group,
        label: m.command_show({ status: label }),
        run: () =>
          onRequestChange({ ...withFilter(request, 'status', value), pageNumber: FIRST_PAGE }),
      })),
    ],
    0,
  )
}

/** Moves the focus to the next row's link, or to the first one if no row has the focus. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-task]')]
  const row = currentRow()
  const at = links.findIndex((link) => link.closest(LIST_ROW) === row)
  const next = links[at === -1 && by === -1 ? links.length - 1 : at + by]
  next?.focus()
}

/** Clicks the checkbox of the row that has the focus, or else of the row whose details are open. */
function pressRow(): void {
  currentRow()?.querySelector<HTMLElement>('input')?.click()
}

/** The row or tile that has the focus, or else the one whose details are open. */
function currentRow(): Element | null {
  const focused = document.activeElement?.closest(LIST_ROW) ?? null
  return focused ?? document.querySelector(`:is(${LIST_ROW})[aria-current]`)
}

/** The selected tasks as an export choice; empty if nothing is selected. */
function selectedPart(tasks: NamedTasks): ExportPart[] {
  const count = tasks.size
  if (count === 0) return []
  return [
    {
      name: 'selected',
      label: m.export_selected(),
      help: m.export_selected_help({ count, shown: formatNumber(count) }),
      // The tasks may come from lists with different filters.
      filter: {},
      rows: [...tasks.values()].map(({ task, evidence }) => ({
        row: { kind: 'task', task },
        evidence,
      })),
    },
  ]
}
