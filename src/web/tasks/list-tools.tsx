import { type ReactNode, use, useState } from 'react'
import { Download, LayoutGrid, List, Settings2 } from 'lucide-react'

import {
  filtersOf,
  FIRST_PAGE,
  hasFilter,
  isSameFilter,
  type ListRequest,
  otherFilters,
  type TaskStatus,
  withFilter,
} from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  isSameList,
  isSameRequest,
  type ListPage,
  type NamedTasks,
} from '#web/task-list/list-page.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import type { RowModel } from '#web/tasks/table/row-model.ts'
import type { ExportPart } from '#web/tasks/export/export-tasks.tsx'
import { EXPORT_SELECTED, SELECT_ALL, selectAllLabel } from '#web/tasks/selection/use-selection.ts'
import type { ListView } from '#web/task-list/tasks-address.ts'
import { PendingList, type TasksNavigation } from '#web/tasks/pending-list.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { filterOptions } from '#web/video-task/filter-words.ts'
import { useCommands } from '#web/ui/commands.ts'
import { TaskMarkingContext } from '#web/tasks/marks/task-marking.ts'
import { toolsClasses } from '#web/tasks/classes.ts'
import { IconButton } from '#web/ui/button.tsx'

const ExportTasks = lazyPart(
  async () => (await import('#web/tasks/export/export-tasks.tsx')).ExportTasks,
  NotLoaded,
)
const SelectAll = lazyPart(
  async () => (await import('#web/tasks/selection/select-all.tsx')).SelectAll,
  NotLoaded,
)
const ListOptions = lazyPart(
  async () => (await import('#web/tasks/options/list-options.tsx')).ListOptions,
  NotLoaded,
)

/** Made once: React does not render the same element again. */
const icons = {
  gallery: <LayoutGrid aria-hidden className="size-4" />,
  table: <List aria-hidden className="size-4" />,
  export: <Download aria-hidden className="size-4" />,
  options: <Settings2 aria-hidden className="size-4" />,
}

interface ListToolsProps {
  list: TaskList
  model: RowModel
  view: ListView
  navigation: TasksNavigation
  /** part of file names */
  accountName: string
  /** the button of the saved views */
  savedViews: ReactNode
}

/** The tools for the whole list: choose a saved view, show it another way, export tasks, and choose the list options. */
export function ListTools(props: ListToolsProps) {
  const [open, setOpen] = useState<ListTool>()
  const close = () => setOpen(undefined)
  const { request: pending } = use(PendingList)
  const { list, model, view, accountName, navigation } = props
  const { search } = list
  const extent = isSameList(pending, list.request) ? list.figures.extent : undefined
  const allLabel = selectAllLabel(extent, pending, search)
  useListCommands(pending, props, setOpen)
  useCommands(
    allLabel === undefined
      ? []
      : [{ id: SELECT_ALL, group: m.commands_list(), label: allLabel, run: () => setOpen('all') }],
    0,
  )
  // What is on screen may be another list for a moment.
  const isShown = isSameRequest(list, { request: pending })
  const current = isShown ? currentPage(list.state) : undefined
  const areOthersShown = isSameFilter({ ...list.request, status: pending.status }, pending)
  const totals = areOthersShown ? list.figures.totals : undefined
  const totalOf = (status: TaskStatus | undefined) => totals?.get(status)?.total ?? null
  return (
    <span className={toolsClasses}>
      {props.savedViews}
      <IconButton
        label={otherViewLabel(view)}
        pressedBy="v"
        word={view === 'table' ? m.view_gallery_word() : m.view_table_word()}
        onClick={() => void navigation.onViewChange(otherView(view))}
      >
        {icons[otherView(view)]}
      </IconButton>
      <IconButton
        label={m.export_open()}
        pressedBy="e"
        word={m.export_open()}
        onClick={() => setOpen('export')}
      >
        {icons.export}
      </IconButton>
      <IconButton
        label={m.options_open()}
        word={m.options_word()}
        onClick={() => setOpen('options')}
      >
        {icons.options}
      </IconButton>
      {open === 'export' && (
        <ExportTasks
          accountName={accountName}
          filter={filtersOf(pending)}
          search={search}
          totals={{
            seen: isShown ? list.figures.total : totalOf(pending.status),
            all: hasFilter(otherFilters(pending)) ? null : totalOf(undefined),
          }}
          parts={[
            ...selectedPart(model.selection.tasks),
            ...(current ? pagePart(current, search) : []),
          ]}
          onClose={close}
        />
      )}
      {open === 'all' && (
        <SelectAll
          request={pending}
          search={search}
          onFound={(tasks) => model.selection.add(tasks, allLabel ?? '')}
          onClose={close}
        />
      )}
      {open === 'options' && (
        <ListOptions
          onRequestChange={navigation.onRequestChange}
          sorting={{ search, onSearchChange: navigation.onSearchChange }}
          onClose={close}
        />
      )}
    </span>
  )
}

/** The rows on screen as an export choice; empty if there are no rows. */
function pagePart({ request, rows }: ListPage, search: TaskSearch | undefined): ExportPart[] {
  const count = rows.length
  if (count === 0) return []
  return [
    {
      name: `page-${request.pageNumber}`,
      label: m.export_page(),
      help: m.export_page_help({ count, shown: formatNumber(count) }),
      filter: filtersOf(request),
      search,
      count,
      rows: rows.map((row) => ({
        row,
        evidence: row.kind === 'task' ? row.evidence : undefined,
      })),
    },
  ]
}

/** Registers the commands of the list, by name and by key. */
function useListCommands(
  pending: ListRequest,
  { list, model, view, navigation }: ListToolsProps,
  open: (tool: ListTool) => void,
): void {
  const { onRequestChange, onViewChange } = navigation
  const { selection } = model
  // The pages of another list say nothing about this one.
  const extent = isSameList(pending, list.request) ? list.figures.extent : undefined
  const pageCount = extent?.pageCount ?? null
  const openExport = () => open('export')
  const marking = use(TaskMarkingContext)
  /** Stars what is selected, else the row that keys act on. */
  const star = () => {
    const selected = [...selection.tasks.values()].map(({ task }) => task)
    const current = model.currentTask()
    marking?.toggle(
      selected.length > 0 || current === undefined ? selected : [current],
      'isStarred',
    )
  }
  const group = m.commands_list()
  const { pageNumber: page } = pending
  const isLast = pageCount !== null && page >= pageCount
  const step = (by: number) => () => void model.step(by)
  const goTo = (to: number) => () => onRequestChange({ ...pending, pageNumber: to })
  const command = (id: string, label: string, run: () => void, key?: string) => ({
    id,
    group,
    label,
    run,
    ...(key !== undefined && { keys: [key] }),
  })
  useCommands(
    [
      command('refresh', m.tasks_refresh(), list.refresh, 'r'),
      command('row-next', m.command_row_next(), step(1), 'j'),
      command('row-before', m.command_row_previous(), step(-1), 'k'),
      ...(isLast ? [] : [command('page-next', m.page_next(), goTo(page + 1), 'n')]),
      ...(page === FIRST_PAGE
        ? []
        : [command('page-before', m.page_previous(), goTo(page - 1), 'p')]),
      command('export', m.export_open(), openExport, 'e'),
      command('view', otherViewLabel(view), () => void onViewChange(otherView(view)), 'v'),
      command('options', m.options_open(), () => open('options')),
      ...(selection.here.size === 0
        ? []
        : [
            command('select', m.command_select(), model.selectCurrent, 'x'),
            command('star', m.command_star(), star, 's'),
            command('select-page', m.selection_all(), selection.selectPage),
          ]),
      ...(selection.tasks.size === 0
        ? []
        : [
            command(EXPORT_SELECTED, m.selection_export(), openExport),
            command('select-none', m.selection_clear(), selection.clear),
          ]),
      ...filterOptions('status').map(({ value, label }) =>
        command(`show-${value}`, m.command_show({ status: label }), () =>
          onRequestChange({ ...withFilter(pending, 'status', value), pageNumber: FIRST_PAGE }),
        ),
      ),
    ],
    0,
  )
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
      count,
      rows: [...tasks.values()].map(({ task, evidence }) => ({
        row: { kind: 'task', task },
        evidence,
      })),
    },
  ]
}

/** What the buttons open. */
type ListTool = 'export' | 'options' | 'all'

/** The view that a person can change to. */
function otherView(view: ListView): ListView {
  return view === 'table' ? 'gallery' : 'table'
}

/** The label of the button that changes the view. */
function otherViewLabel(view: ListView): string {
  return view === 'table' ? m.view_gallery() : m.view_table()
}
