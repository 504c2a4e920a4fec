import {
  type KeyboardEvent,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useState,
} from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { galleryGrid, GallerySkeleton } from '#web/tasks/gallery/gallery-skeleton.tsx'
import { usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import { PreviewQuestion } from '#web/video-task/preview/preview-question.tsx'
import { tasksOf, type ListRow, type TaskListRow } from '#web/task-list/list-page.ts'
import { latenessRead } from '#web/task-list/elapsed.ts'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import { marksOf, type TaskMarks } from '#web/task-list/task-marks.ts'
import type { HiddenTasks } from '#web/tasks/marks/hidden-tasks.ts'
import { TileMarks } from '#web/tasks/marks/mark-controls.tsx'
import { selectBox, SelectPage } from '#web/tasks/selection/select-box.tsx'
import { stepOfArrow } from '#web/tasks/table/row-keys.ts'
import type { RowModel } from '#web/tasks/table/row-model.ts'
import type { TaskTableProps } from '#web/tasks/table/task-table.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { HandledInput } from '#web/ui/segmented.tsx'
import { pressedKeyAlone } from '#web/ui/key-press.ts'
import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { VideoPreview } from '#web/video-task/preview/video-preview.tsx'
import { taskAddress } from '#web/task-list/tasks-address.ts'
import { Button } from '#web/ui/button.tsx'
import { useMedia } from '#web/ui/media.ts'
import { useNow } from '#web/ui/now.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Badge, statusIcon, statusView } from '#web/video-task/status-badge.tsx'
import { Price } from '#web/video-task/price.tsx'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** One page of tasks as tiles. Like the table, it takes clicks and keys for all of them. */
export function TaskGallery({
  page: { rows, request },
  isBusy,
  address,
  task,
  model,
  hidden,
}: TaskTableProps) {
  const { isAllowed } = usePreviewHosts()
  const marks = useSessionMarks()
  const { selection } = model
  const isLate = latenessRead(useApiSession())
  const now = useNow()
  const pressPage = {
    onClick: ({ shiftKey }: MouseEvent) => selection.press(undefined, shiftKey),
  }
  const stepByArrow = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveFocus(event, model),
  }
  const videos = tasksOf(rows).flatMap(
    ({ task: { videoUrl } }) => safeHttpUrl(videoUrl ?? '') ?? [],
  )
  // A search has found nothing yet.
  if (rows.length === 0 && !hidden) return <GallerySkeleton tileCount={request.pageSize} />
  return (
    <div className={classNames(isBusy && 'opacity-55')}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2">
        <span className="flex items-center gap-1 text-sm text-muted select-none" {...pressPage}>
          <SelectPage rows={rows} selection={selection} />
          <span aria-hidden>{m.selection_all()}</span>
        </span>
        {hidden && <HiddenCount hidden={hidden} />}
        <PreviewQuestion videos={videos} />
      </div>
      <ul
        // The list has no markers: some browsers then forget that it is one.
        role="list"
        data-gallery
        aria-label={m.title_tasks()}
        aria-busy={isBusy}
        className={galleryGrid}
        {...model.list}
        {...stepByArrow}
      >
        {rows.map((row) => (
          <TaskTile
            key={row.key}
            row={row}
            address={address}
            isOpen={row.kind === 'task' && row.name !== null && row.name === task}
            isSelected={row.kind === 'task' && selection.tasks.has(row.name ?? '')}
            isAllowed={isAllowed}
            isLate={row.kind === 'task' && isLate(row, now)}
            marks={row.kind === 'task' ? marksOf(marks, row.task) : undefined}
          />
        ))}
      </ul>
    </div>
  )
}

/** Moves the focus from tile to tile. */
function moveFocus(event: KeyboardEvent<HTMLElement>, model: RowModel): void {
  const key = pressedKeyAlone(event.nativeEvent)
  if (key === undefined) return
  const tops = [...event.currentTarget.children].map((tile) => tile.getBoundingClientRect().top)
  const by = stepOfArrow(key, tops)
  if (by !== undefined && model.step(by)) event.preventDefault()
}

interface TileProps {
  row: ListRow
  /** the address of the list; the link of the tile is made from it */
  address: string
  isOpen: boolean
  isSelected: boolean
  /** whether previews may load from the host of a video */
  isAllowed: (url: URL) => boolean | undefined
  /** it takes longer than nearly all others did */
  isLate: boolean
  /** undefined: the record could not be read */
  marks: TaskMarks | undefined
}

/** One task of the gallery. */
function TaskTile({ row, address, isOpen, isSelected, isAllowed, isLate, marks }: TileProps) {
  const [isLookedAt, setIsLookedAt] = useState(false)
  const isStill = useMedia(REDUCED_MOTION)
  const attention = {
    // A finger has no place to rest on.
    onPointerEnter: ({ pointerType }: PointerEvent) => setIsLookedAt(pointerType === 'mouse'),
    onPointerLeave: () => setIsLookedAt(false),
    onFocus: ({ target }: FocusEvent) => setIsLookedAt(target.matches('a:focus-visible')),
    onBlur: () => setIsLookedAt(false),
  }
  return (
    <li
      ref={isOpen ? bringIntoSight : undefined}
      aria-current={isOpen || undefined}
      {...attention}
      className={classNames(
        'relative flex flex-col overflow-clip rounded-panel border',
        isOpen ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge',
        isSelected && !isOpen && 'bg-hover',
      )}
    >
      {row.kind === 'unreadable' ? (
        <UnreadableTile />
      ) : (
        <>
          <div className="relative flex aspect-square items-center justify-center overflow-clip bg-hover text-center">
            <Picture row={row} isPlaying={isLookedAt && !isStill} isAllowed={isAllowed} />
          </div>
          <Facts row={row} isLate={isLate} />
          {marks && <TileMarks marks={marks} />}
          <Handles row={row} address={address} isSelected={isSelected} />
        </>
      )}
    </li>
  )
}

/** The open details make the gallery narrower, so the tile may have moved out of sight. */
function bringIntoSight(tile: HTMLElement | null) {
  tile?.scrollIntoView({ block: 'nearest' })
}

/** What a task looks like: a frame of its video, why it failed, or that it is not finished. */
function Picture({
  row: { task, evidence },
  isPlaying,
  isAllowed,
}: Pick<TileProps, 'isAllowed'> & { row: TaskListRow; isPlaying: boolean }) {
  const url = safeHttpUrl(task.videoUrl ?? '')
  if (url !== undefined && isAllowed(url) === true) {
    return <VideoPreview url={url} isPlaying={isPlaying} />
  }
  if (url !== undefined) return <PictureIcon icon="icon-play" />
  if (task.errorMsg !== null) {
    return (
      <p
        lang=""
        title={showUntrusted(task.errorMsg, CELL_LENGTH)}
        className="m-3 line-clamp-4 text-sm wrap-anywhere [unicode-bidi:plaintext]"
      >
        {showUntrusted(task.errorMsg, CELL_LENGTH)}
      </p>
    )
  }
  return isTaskUnfinished(task, evidence.status) ? (
    <PictureIcon icon={statusIcon(statusView(evidence).look)} />
  ) : (
    <p className="p-2 text-sm text-muted">
      {task.videoUrl === null ? m.gallery_no_video() : m.tasks_unsafe_url()}
    </p>
  )
}

function PictureIcon({ icon }: { icon: string }) {
  return <span aria-hidden className={`icon scale-200 text-muted ${icon}`} />
}

/** Status, time and price. */
function Facts({
  row: { task, evidence },
  isLate,
}: Pick<TileProps, 'isLate'> & { row: TaskListRow }) {
  const { createdAt, price } = task
  return (
    <div className="flex flex-col gap-1 p-2 text-sm text-muted tabular-nums">
      <p className="flex items-center justify-between gap-2">
        <Badge {...statusView(evidence)} />
        {isLate && (
          <strong title={m.follow_late()} className="font-medium text-ink">
            {m.task_late()}
          </strong>
        )}
      </p>
      <p className="flex justify-between gap-2">
        <span className="truncate [&_time]:no-underline">
          {createdAt === null ? '—' : <RelativeTime at={Date.parse(createdAt)} toTheMinute />}
        </span>
        <Price price={price} />
      </p>
    </div>
  )
}

/** How many tasks are left out, and a button that shows them. */
function HiddenCount({ hidden: { count, areShown, toggle } }: { hidden: HiddenTasks }) {
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <span role="status">{m.gallery_hidden({ shown: formatNumber(count) })}</span>
      <Button onClick={toggle}>{areShown ? m.gallery_leave_out() : m.gallery_show_hidden()}</Button>
    </span>
  )
}

/** The link to the details, over the whole tile, and the checkbox. */
function Handles({
  row: { task, name },
  address,
  isSelected,
}: Pick<TileProps, 'address' | 'isSelected'> & { row: TaskListRow }): ReactNode {
  if (name === null) return null
  const shown = taskName(task)
  return (
    <>
      <a
        href={taskAddress(address, name)}
        data-act="open"
        aria-label={m.detail_open({ task: shown })}
        title={shown}
        className="absolute inset-0 rounded-panel -outline-offset-2"
      />
      <span
        className="absolute top-1.5 left-1.5 flex rounded-control bg-surface/90 select-none"
        data-act="select"
      >
        <HandledInput
          {...selectBox}
          aria-label={m.select_task({ task: shown })}
          checked={isSelected}
        />
      </span>
    </>
  )
}

/** The tile of a record that could not be read. It offers the raw record. */
function UnreadableTile() {
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-2 p-3 text-sm">
      <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
      <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
      <Button data-act="record">{m.tasks_show_raw()}</Button>
    </div>
  )
}
