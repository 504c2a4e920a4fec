import type { ReactNode } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { formatAge, formatDuration, timeTitle } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import type { CellData } from '#web/tasks/table/cell-data.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import { TaskCell, taskView } from '#web/tasks/table/task-cell.tsx'
import { elapsedMs } from '#web/video-task/elapsed.ts'
import { Badge } from '#web/video-task/badge.tsx'
import { evidenceInWords, statusView } from '#web/video-task/status-view.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'

/** What the content of a cell depends on, and the function that renders it. */
export interface CellContent {
  /** plain values: the cell renders again when they differ. A component among them does not count */
  readonly view: unknown
  /** `on`: what the elements of the row do; undefined: nothing yet, the app is still loading */
  readonly render: (on: RowHandle | undefined) => ReactNode
}

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: string
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  /** the content of a row's cell; null: the cell has nothing to show */
  readonly contentOf: (data: CellData) => CellContent | null
  /** the title of a cell whose text may be cut off */
  readonly title?: (row: TaskListRow) => string
  /** classes: the shape of a cell's skeleton */
  readonly skeleton: string
  /** classes of header and cells: width and alignment in the table */
  readonly inTable: string
  /** classes of cells: the area on a card */
  readonly onCard: string
  /** is at the right edge of a card, below the other cells there */
  readonly isAtCardEdge?: boolean
  /** shows its header before its value on a card, as the value is unclear without it */
  readonly isNamedOnCard?: boolean
  /** a card has no place for the cell if it has nothing to show */
  readonly isLeftOutOnCard?: boolean
  /** the cell is blank if it has nothing to show; otherwise it has a dash */
  readonly isBlank?: boolean
  /** can be hidden in the list options; columns that identify the task or show its status cannot */
  readonly isOptional: boolean
}

/**
 * Makes a column.
 *
 * @param entry.view what a cell shows, as plain values; null: nothing
 * @param entry.cell the content of a cell, as few elements as possible: see docs/decisions/0042
 */
function column<View>({
  view,
  cell,
  ...rest
}: Omit<Column, 'contentOf'> & {
  view: (data: CellData) => View | null
  cell: (view: View, on: RowHandle | undefined) => ReactNode
}): Column {
  return {
    ...rest,
    contentOf(data) {
      const shown = view(data)
      return shown === null ? null : { view: shown, render: (on) => cell(shown, on) }
    },
  }
}

/** The columns, in order. A new column is a new entry here and its messages. */
export const columns: readonly Column[] = [
  column({
    id: 'status',
    header: m.tasks_status,
    view: ({ evidence }) => statusView(evidence),
    cell: (view, on) => (
      <Badge {...view} {...on?.titled(({ evidence, task }) => evidenceInWords(evidence, task))} />
    ),
    skeleton: 'h-5 w-24 rounded-full',
    inTable: 'lg:w-36 lg:pl-2',
    // The checkbox is before it.
    onCard: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  }),
  column({
    id: 'preview',
    header: m.column_preview,
    view: ({ video, shortName, frames }) =>
      video === undefined
        ? null
        : {
            label: m.tasks_play_task({ task: shortName }),
            Frame: frames?.Frame,
            href: frames?.isAllowed(video) === true ? video.href : null,
          },
    cell: ({ label, href, Frame }, on) => (
      <button
        type="button"
        aria-label={label}
        {...on?.titled(() => m.tasks_play())}
        onClick={on?.show.video}
        className="icon icon-play relative flex h-icon w-11 items-center justify-center overflow-clip rounded-control border border-line bg-hover text-muted hover:border-accent hover:bg-accent hover:text-on-accent"
      >
        {Frame !== undefined && href !== null && <Frame href={href} />}
      </button>
    ),
    skeleton: 'h-icon w-11 rounded-control',
    inTable: 'yields lg:w-18',
    onCard: 'max-lg:row-start-3 max-lg:pr-3',
    isLeftOutOnCard: true,
    isBlank: true,
    isOptional: true,
  }),
  column({
    id: 'task',
    header: m.column_task,
    view: taskView,
    cell: (view, on) => <TaskCell {...view} on={on} />,
    skeleton: 'h-3.5 w-32 rounded-inset',
    inTable: 'flex min-w-0 items-center gap-1 lg:w-52 xl:w-60',
    onCard: 'max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  }),
  column({
    id: 'price',
    header: m.column_price,
    view: ({ task: { price } }) => (price === null ? null : formatNumber(price)),
    cell: (shown) => shown,
    title: ({ task: { price } }) => (price === null ? '' : formatNumber(price)),
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    inTable: 'yields-below-xl tabular-nums lg:w-24 lg:truncate lg:text-right',
    onCard: 'max-lg:col-start-3 max-lg:max-w-40 max-lg:truncate max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  }),
  column({
    id: 'created',
    header: m.column_created,
    view: ({ task: { createdAt }, now }) =>
      createdAt === null ? null : { iso: createdAt, shown: formatAge(Date.parse(createdAt), now) },
    cell: ({ iso, shown }, on) => (
      <time dateTime={iso} {...on?.titled(() => timeTitle(Date.parse(iso), Date.now()))}>
        {shown}
      </time>
    ),
    skeleton: 'h-3.5 w-20 rounded-inset',
    inTable: 'whitespace-nowrap tabular-nums lg:w-36 lg:truncate lg:pl-6',
    // At the top of the right edge, beside the status.
    onCard: 'max-lg:order-first max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isOptional: true,
  }),
  column({
    id: 'elapsed',
    header: m.column_elapsed,
    help: m.column_elapsed_help,
    view({ task }) {
      const elapsed = elapsedMs(task.createdAt, task.completedAt)
      return elapsed === null ? null : formatDuration(elapsed)
    },
    cell: (shown) => shown,
    skeleton: 'h-3.5 w-12 rounded-inset',
    inTable: 'yields whitespace-nowrap tabular-nums lg:w-28 lg:truncate',
    onCard: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right',
    isAtCardEdge: true,
    isLeftOutOnCard: true,
    isOptional: true,
  }),
  column({
    id: 'result',
    header: m.column_result,
    view: resultView,
    cell: (view, on) => <ResultCell {...view} on={on} />,
    skeleton: 'h-3.5 w-36 rounded-inset',
    inTable: 'yields flex min-w-0 items-center gap-x-3',
    onCard: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:flex-wrap',
    isLeftOutOnCard: true,
    isOptional: true,
  }),
]

/** The name of the hidden columns in localStorage. */
export const HIDDEN_COLUMNS_ENTRY = 'marquee.hidden-columns'

/** Reads the shown columns, in order, from a stored text with the hidden ones. */
export function readShownColumns(text: string | null): readonly Column[] {
  const hidden = new Set(text?.split(' '))
  return hidden.size === 0
    ? columns
    : columns.filter(({ id, isOptional }) => !isOptional || !hidden.has(id))
}

/** How much of a text that is no link is shown. */
const NO_LINK_LENGTH = 60

/** The result of a task; null if it has neither a video nor an error message. */
function resultView({ task, video, shortName }: CellData) {
  const { errorMsg, videoUrl } = task
  if (errorMsg === null && videoUrl === null) return null
  const isLink = video !== undefined
  return {
    error: errorMsg === null ? '' : showUntrusted(firstLine(errorMsg), CELL_LENGTH),
    video: isLink
      ? {
          ...downloadLink(task, video),
          openLabel: m.tasks_open_task({ task: shortName }),
          downloadLabel: m.tasks_download_task({ task: shortName }),
        }
      : null,
    /** an address that is no safe link */
    noLink: videoUrl === null || isLink ? '' : showUntrusted(videoUrl, NO_LINK_LENGTH),
  }
}

const linkClass =
  'h-icon min-w-icon shrink-0 content-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** The result of a task: a video to open or download, or the reason of a failure. */
function ResultCell({
  error,
  video,
  noLink,
  on,
}: NonNullable<ReturnType<typeof resultView>> & { on: RowHandle | undefined }) {
  return (
    <>
      {error !== '' && (
        <button
          type="button"
          lang=""
          {...on?.titled(() => m.tasks_show_error())}
          onClick={on?.show.reason}
          // Only the badge is red. Twenty red sentences would be too alarming.
          className="min-h-icon max-w-full min-w-0 rounded-control text-left wrap-anywhere [unicode-bidi:plaintext] hover:underline max-lg:line-clamp-2 lg:truncate"
        >
          {error}
        </button>
      )}
      {video !== null && (
        <>
          <a
            href={video.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={video.openLabel}
            className={linkClass}
            onClick={on?.leave}
          >
            {m.tasks_open()}
          </a>
          <a
            href={video.href}
            download={video.download}
            target={video.target}
            rel="noopener noreferrer"
            aria-label={video.downloadLabel}
            className={linkClass}
            {...on?.titled(() => video.title ?? '')}
            onClick={on?.leave}
          >
            {m.tasks_download()}
          </a>
        </>
      )}
      {noLink !== '' && (
        <bdi
          lang=""
          className="min-w-0 truncate text-muted"
          {...on?.titled(() => m.tasks_unsafe_url())}
        >
          {noLink}
        </bdi>
      )}
    </>
  )
}
