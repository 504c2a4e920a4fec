import type { KeyboardEvent } from 'react'

import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { galleryGrid } from '#web/tasks/gallery/gallery-skeleton.tsx'
import { usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import { PreviewQuestion } from '#web/video-task/preview/preview-question.tsx'
import { TaskTile } from '#web/tasks/gallery/task-tile.tsx'
import { tasksOf } from '#web/task-list/list-page.ts'
import { SelectPage } from '#web/tasks/selection/select-box.tsx'
import { RowDialog } from '#web/tasks/table/row-dialog.tsx'
import type { TaskTableProps } from '#web/tasks/table/task-table.tsx'
import { LIST_ROW } from '#web/tasks/views/list-view.ts'
import { useRowActions } from '#web/tasks/table/use-row-actions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { pressedKey } from '#web/ui/key-press.ts'

/** One page of tasks as tiles. Like the table, it takes clicks and keys for all of them. */
export function TaskGallery({
  page: { rows },
  isBusy,
  address,
  task,
  onOpen,
  selection: { press, tasks },
}: TaskTableProps) {
  const previews = usePreviewHosts()
  const actions = useRowActions(rows, { columns: [], press, onOpen })
  const videos = tasksOf(rows).flatMap(
    ({ task: { videoUrl } }) => safeHttpUrl(videoUrl ?? '') ?? [],
  )
  return (
    <div className={classNames(isBusy && 'opacity-55')}>
      <div
        className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2"
        {...actions.handlers}
      >
        <span data-select className="flex items-center gap-1 text-sm text-muted select-none">
          <SelectPage rows={rows} selected={tasks} />
          <span aria-hidden>{m.selection_all()}</span>
        </span>
        <PreviewQuestion videos={videos} previews={previews} />
      </div>
      <ul
        // The list has no markers: some browsers then forget that it is one.
        role="list"
        data-gallery
        aria-label={m.title_tasks()}
        aria-busy={isBusy}
        className={galleryGrid}
        {...actions.handlers}
        {...arrows}
      >
        {rows.map((row) => (
          <TaskTile
            key={row.key}
            row={row}
            address={address}
            isOpen={row.kind === 'task' && row.name !== null && row.name === task}
            isSelected={row.kind === 'task' && tasks.has(row.name ?? '')}
            isAllowed={previews.isAllowed}
          />
        ))}
      </ul>
      {actions.dialog !== undefined && (
        <RowDialog {...actions.dialog} onClose={actions.closeDialog} />
      )}
    </div>
  )
}

const arrows = { onKeyDown: stepByArrow }

/** Moves the focus from tile to tile: to the sides by one, up and down by a line. */
function stepByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const key = pressedKey(event.nativeEvent)
  if (key === undefined || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element))
    return
  const tiles = [...currentTarget.querySelectorAll<HTMLElement>(LIST_ROW)]
  const first = tiles[0]?.offsetTop
  const perLine = tiles.filter(({ offsetTop }) => offsetTop === first).length
  const steps = new Map([
    ['ArrowLeft', -1],
    ['ArrowRight', 1],
    ['ArrowUp', -perLine],
    ['ArrowDown', perLine],
  ])
  const at = tiles.findIndex((tile) => tile.contains(target))
  const next = tiles[at + (steps.get(key) ?? Number.NaN)]
  if (next === undefined) return
  event.preventDefault()
  next.querySelector<HTMLElement>('a[data-task], button')?.focus()
}
