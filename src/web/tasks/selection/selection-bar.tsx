import { Columns2, Download, FileDown, X } from 'lucide-react'
import { useState } from 'react'

import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import type { NamedTasks } from '#web/task-list/list-page.ts'
import { tasksAddress } from '#web/task-list/tasks-address.ts'
import {
  EXPORT_SELECTED,
  SELECT_ALL,
  type SelectionModel,
} from '#web/tasks/selection/use-selection.ts'
import type { TasksNavigation } from '#web/tasks/pending-list.ts'
import { MarkButtons } from '#web/tasks/marks/mark-controls.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Command, runCommand, useAvailableCommands, useCommands } from '#web/ui/commands.ts'
import { announce } from '#web/ui/live-region.tsx'
import { CopyAction } from '#web/video-task/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const DownloadVideos = lazyPart(
  async () => (await import('#web/video-task/download/download-videos.tsx')).DownloadVideos,
  NotLoaded,
  'never',
)

const CompareTasks = lazyPart(
  async () => (await import('#web/tasks/selection/compare-tasks.tsx')).CompareTasks,
  NotLoaded,
)

/** How many tasks fit side by side. */
const LEAST_COMPARED = 2
const MOST_COMPARED = 4

/** The actions for the selected tasks. The bar is at the bottom edge while tasks are selected. */
export function SelectionBar({
  selection: { tasks, here, added, selectPage, clear },
  renderLendButton,
}: Pick<TasksNavigation, 'renderLendButton'> & {
  selection: Pick<SelectionModel, 'tasks' | 'here' | 'added' | 'selectPage' | 'clear'>
}) {
  const [open, setOpen] = useState<'compare' | 'download' | 'compare-help'>()
  const close = () => setOpen(undefined)
  const canCompare = tasks.size >= LEAST_COMPARED && tasks.size <= MOST_COMPARED
  const compare = () => {
    setOpen(canCompare ? 'compare' : 'compare-help')
    if (!canCompare) announce(m.compare_help())
  }
  const group = m.commands_list()
  useCommands([{ id: 'compare', group, label: m.compare_few(), keys: ['c'], run: compare }], 0)
  const elsewhere = [...tasks.keys()].filter((name) => !here.has(name)).length
  const isPageSelected = [...here.keys()].every((name) => tasks.has(name))
  const isOffered = ({ id }: Command) => id === SELECT_ALL && isPageSelected
  const commands = useAvailableCommands()
  const all = commands.find(isOffered)
  const isDone = all === undefined ? isPageSelected : all.label === added
  const copy = (label: string, textOf: () => string) => <CopyAction label={label} textOf={textOf} />
  return (
    <section
      id="selection"
      aria-label={m.selection()}
      className="bleed bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-edge bg-raised py-2 text-sm tall:sticky sm:flex-nowrap print:hidden"
    >
      <p className="min-w-0 flex-1 tabular-nums sm:flex-none">
        <strong className="font-semibold">{m.selection_count(counted(tasks.size))}</strong>
        {elsewhere > 0 && (
          <span className="text-muted">
            {` · ${m.selection_elsewhere({ shown: formatNumber(elsewhere) })}`}
          </span>
        )}
        {open === 'compare-help' && !canCompare && (
          <span className="text-muted">{` · ${m.compare_help()}`}</span>
        )}
      </p>
      <Button tone="quiet" onClick={clear}>
        <X aria-hidden className="size-3.5" />
        <span>{m.selection_clear()}</span>
      </Button>
      {/* On narrow screens they scroll, on wide ones they wrap. The padding makes room for focus outlines. */}
      <div className="-my-1 -mr-1 flex min-w-0 gap-2 p-1 max-sm:-ml-1 max-sm:basis-full max-lg:fade-sides max-lg:overflow-x-auto sm:ml-auto lg:flex-wrap lg:justify-end">
        <Button
          // Cards have no "select all" checkbox. Not `disabled`: the button would lose the focus.
          className={all === undefined ? 'lg:hidden' : undefined}
          aria-disabled={isDone}
          onClick={isDone ? undefined : (all?.run ?? selectPage)}
        >
          {all?.label ?? m.selection_all()}
        </Button>
        <MarkButtons tasks={[...tasks.values()].map(({ task }) => task)} words="max-wide:sr-only" />
        <Button
          aria-disabled={!canCompare}
          title={canCompare ? undefined : m.compare_help()}
          onClick={compare}
        >
          <Columns2 aria-hidden className="size-3.5" />
          <span>{m.compare_open()}</span>
        </Button>
        <Button
          aria-label={m.selection_download()}
          title={m.selection_download()}
          onClick={() => setOpen('download')}
        >
          <Download aria-hidden className="size-3.5" />
          <span>{m.tasks_download()}</span>
        </Button>
        {copy(m.selection_copy_ids(), () => idLines(tasks))}
        {copy(m.selection_copy_links(), () => linkLines(tasks, location.origin))}
        {renderLendButton([...tasks.keys()])}
        {commands.some(({ id }) => id === EXPORT_SELECTED) && (
          <Button
            aria-label={m.selection_export()}
            title={m.selection_export()}
            onClick={() => runCommand(EXPORT_SELECTED)}
          >
            <FileDown aria-hidden className="size-3.5" />
            <span>{m.export_open()}</span>
          </Button>
        )}
      </div>
      {open === 'compare' && <CompareTasks tasks={tasks} onClose={close} />}
      {open === 'download' && (
        <DownloadVideos tasks={[...tasks.values()].map(({ task }) => task)} onClose={close} />
      )}
    </section>
  )
}

/** The IDs of the selected tasks, one per line. A task without an ID has its number there. */
export function idLines(tasks: NamedTasks): string {
  return [...tasks.values()].map(({ task: { uuid, id } }) => uuid ?? String(id)).join('\n')
}

/**
 * Links to the details of the selected tasks, one per line. Each leads to the page where the task was last seen.
 *
 * @param host with its scheme, such as https://marquee.example
 */
export function linkLines(tasks: NamedTasks, host: string): string {
  const lines = [...tasks].map(
    ([task, { origin }]) => `${host}${tasksAddress({ request: origin.request, task })}`,
  )
  return lines.join('\n')
}
