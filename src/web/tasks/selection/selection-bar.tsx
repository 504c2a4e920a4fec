import { Download, FileDown, X } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'

import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { clearSelection, EXPORT_SELECTED, selectPage } from '#web/tasks/selection/selection-acts.ts'
import { idLines, linkLines, seenAgain } from '#web/tasks/selection/selection-uses.ts'
import {
  type BarProps,
  type Selection,
  tasksHere,
  toggled,
} from '#web/tasks/selection/selection.ts'
import { Button } from '#web/ui/button.tsx'
import { runCommand } from '#web/ui/commands.ts'
import { CopyAction } from '#web/ui/copy-action.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { announce } from '#web/ui/live-region.tsx'

const DownloadVideos = lazyPart(
  async () => (await import('#web/tasks/video/download-videos.tsx')).DownloadVideos,
  NotLoaded,
)

/** A count that has not changed for so long is announced, in milliseconds. */
const SETTLED_MS = 400

/** What can be done with the tasks that are selected: at the lower edge while there are any. */
export function SelectionBar({ selection, reply, lookup, address, onSelectionChange }: BarProps) {
  const { tasks } = selection
  const [isDownloading, setIsDownloading] = useState(false)
  const here = useMemo(
    () => (reply === undefined ? NOTHING_SELECTED.tasks : tasksHere(reply, lookup)),
    [reply, lookup],
  )
  useEffect(() => {
    const newer = seenAgain(selection, here)
    if (newer !== selection) onSelectionChange(newer)
  }, [selection, here, onSelectionChange])
  useAnnouncement(tasks.size)
  if (tasks.size === 0) return null
  const elsewhere = [...tasks.keys()].filter((name) => !here.has(name)).length
  const isPageSelected = [...here.keys()].every((name) => tasks.has(name))
  const copy = (label: string, textOf: () => string) => (
    <CopyAction label={label} textOf={textOf} copied={m.copy_copied()} failed={m.copy_failed()} />
  )
  return (
    <section
      id="selection"
      aria-label={m.selection()}
      className="bleed bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-edge bg-raised py-2 text-sm tall:sticky sm:flex-nowrap print:hidden"
    >
      <p className="min-w-0 flex-1 tabular-nums sm:flex-none">
        <strong className="font-semibold">{countWords(tasks.size)}</strong>
        {elsewhere > 0 && (
          <span className="text-muted">
            {` · ${m.selection_elsewhere({ shown: formatNumber(elsewhere) })}`}
          </span>
        )}
      </p>
      <Button tone="quiet" onClick={() => clearSelection(selection, onSelectionChange)}>
        <X aria-hidden className="size-3.5" />
        {m.selection_clear()}
      </Button>
      {/* Room for the lines around what has the focus. */}
      <div className="-my-1 -mr-1 flex min-w-0 fade-sides gap-2 overflow-x-auto p-1 max-sm:-ml-1 max-sm:basis-full sm:ml-auto">
        {copy(m.selection_copy_ids(), () => idLines(tasks))}
        {copy(m.selection_copy_links(), () => linkLines(tasks, new URL(address, location.href)))}
        <Button onClick={() => runCommand(EXPORT_SELECTED)}>
          <FileDown aria-hidden className="size-3.5" />
          {m.selection_export()}
        </Button>
        <Button onClick={() => setIsDownloading(true)}>
          <Download aria-hidden className="size-3.5" />
          {m.selection_download()}
        </Button>
        <Button
          // Cards have no box for all of them. Not `disabled`: it would lose the focus.
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45 lg:hidden"
          aria-disabled={isPageSelected}
          onClick={() => selectPage(selection, here, onSelectionChange)}
        >
          {m.selection_all()}
        </Button>
      </div>
      <Suspense>
        {isDownloading && <DownloadVideos tasks={tasks} onClose={() => setIsDownloading(false)} />}
      </Suspense>
    </section>
  )
}

/** Before anything is selected. */
export const NOTHING_SELECTED: Selection = { tasks: new Map(), Bar: SelectionBar }

/** The selection after a box was pressed, see toggled. */
export function pressed(
  selection: Selection | undefined,
  reply: VideoTaskListReply,
  lookup: StatusLookup | undefined,
  ...press: [name: string | undefined, isRange: boolean]
): Selection {
  return toggled(selection ?? NOTHING_SELECTED, tasksHere(reply, lookup), ...press)
}

function countWords(count: number): string {
  return m.selection_count({ count, shown: formatNumber(count) })
}

/** Says how many are selected, once they stay as many. */
function useAnnouncement(count: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      announce(count === 0 ? m.selection_none() : countWords(count))
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [count])
}
