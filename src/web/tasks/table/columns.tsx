import type { ReactNode } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { ResultCell } from '#web/tasks/table/result-cell.tsx'
import { TaskIdentity } from '#web/tasks/table/task-identity.tsx'
import { VideoPreview } from '#web/tasks/video/video-preview.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { elapsedMs } from '#web/video-task/elapsed.ts'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import type { StatusEvidence } from '#web/video-task/status-evidence.ts'

/** The data that a cell can show. */
export interface ColumnRow {
  task: VideoTask
  evidence: StatusEvidence
  /** the address of the list; links to details are made from it */
  address: string
}

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: string
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  readonly cell: (row: ColumnRow) => ReactNode
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
  /** can be hidden in the list options; columns that identify the task or show its status cannot */
  readonly isOptional: boolean
}

const NOTHING = <span className="text-muted">—</span>

/** The columns, in order. A new column is a new entry here and its messages. */
export const columns: readonly Column[] = [
  {
    id: 'status',
    header: m.tasks_status,
    cell: ({ evidence, task }) => <StatusBadge evidence={evidence} task={task} />,
    skeleton: 'h-5 w-24 rounded-full',
    inTable: 'lg:w-36 lg:pl-2',
    // The checkbox is before it.
    onCard: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  },
  {
    id: 'preview',
    header: m.column_preview,
    cell: ({ task }) =>
      task.videoUrl !== null && <VideoPreview videoUrl={task.videoUrl} task={task} />,
    skeleton: 'h-icon w-11 rounded-control',
    inTable: 'yields lg:w-18',
    onCard: 'max-lg:row-start-3 max-lg:pr-3 max-lg:empty:hidden',
    isOptional: true,
  },
  {
    id: 'task',
    header: m.column_task,
    cell: ({ task, address }) => <TaskIdentity task={task} address={address} />,
    skeleton: 'h-3.5 w-32 rounded-inset',
    inTable: 'lg:w-52 xl:w-60',
    onCard: 'max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  },
  {
    id: 'price',
    header: m.column_price,
    cell: ({ task }) => <Price price={task.price} />,
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    inTable: 'yields-below-xl tabular-nums lg:w-24 lg:text-right',
    onCard: 'max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  },
  {
    id: 'created',
    header: m.column_created,
    cell: ({ task }) => <Time time={task.createdAt} />,
    skeleton: 'h-3.5 w-20 rounded-inset',
    inTable: 'whitespace-nowrap tabular-nums lg:w-36 lg:truncate lg:pl-6',
    // At the top of the right edge, beside the status.
    onCard: 'max-lg:order-first max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isOptional: true,
  },
  {
    id: 'elapsed',
    header: m.column_elapsed,
    help: m.column_elapsed_help,
    cell: ({ task }) => <Elapsed task={task} />,
    skeleton: 'h-3.5 w-12 rounded-inset',
    inTable: 'yields whitespace-nowrap tabular-nums lg:w-28 lg:truncate',
    onCard: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right max-lg:has-data-nothing:hidden',
    isAtCardEdge: true,
    isOptional: true,
  },
  {
    id: 'result',
    header: m.column_result,
    cell: ({ task }) => <ResultCell task={task} />,
    skeleton: 'h-3.5 w-36 rounded-inset',
    inTable: 'yields',
    onCard: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:min-w-0 max-lg:has-data-nothing:hidden',
    isOptional: true,
  },
]

function Price({ price }: { price: VideoTask['price'] }) {
  if (price === null) return NOTHING
  const text = formatNumber(price)
  // A number of forty digits must not make the column wider.
  return (
    <span className="inline-block max-w-28 truncate align-bottom lg:max-w-full" title={text}>
      {text}
    </span>
  )
}

function Time({ time }: { time: string | null }) {
  return time === null ? NOTHING : <RelativeTime at={Date.parse(time)} isCalm />
}

function Elapsed({ task: { createdAt, completedAt } }: { task: VideoTask }) {
  const elapsed = elapsedMs(createdAt, completedAt)
  return elapsed === null ? <span data-nothing>{NOTHING}</span> : formatDuration(elapsed)
}
