import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { CellViews, ColumnId } from '#web/tasks/table/cell-views.ts'
import { ResultCell, TaskCell } from '#web/tasks/table/cells.tsx'
import { Badge } from '#web/video-task/status-badge.tsx'

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: ColumnId
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  /** the content of a row's cell; null: the cell has nothing to show */
  readonly cell: (views: CellViews) => ReactNode
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

/** Makes a column whose cells show their view of cell-views.ts. */
function column<Id extends ColumnId>(
  id: Id,
  {
    cell,
    ...rest
  }: Omit<Column, 'id' | 'cell'> & { cell: (view: NonNullable<CellViews[Id]>) => ReactNode },
): Column {
  return {
    id,
    ...rest,
    cell(views) {
      const view = views[id]
      return view === null ? null : cell(view)
    },
  }
}

/** The columns, in order. A new column is a new entry here, its view in cell-views.ts, and its messages. */
export const columns: readonly Column[] = [
  column('status', {
    header: m.tasks_status,
    cell: Badge,
    skeleton: 'h-5 w-24 rounded-full',
    inTable: 'lg:w-36 lg:pl-2',
    // The checkbox is before it.
    onCard: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  }),
  column('preview', {
    header: m.column_preview,
    cell: ({ label }) => (
      <button
        type="button"
        data-action="video"
        aria-label={label}
        className="icon icon-play flex h-icon w-11 items-center justify-center rounded-control border border-line bg-hover text-muted hover:border-accent hover:bg-accent hover:text-on-accent"
      />
    ),
    skeleton: 'h-icon w-11 rounded-control',
    inTable: 'yields lg:w-18',
    onCard: 'max-lg:row-start-3 max-lg:pr-3',
    isLeftOutOnCard: true,
    isBlank: true,
    isOptional: true,
  }),
  column('task', {
    header: m.column_task,
    cell: TaskCell,
    skeleton: 'h-3.5 w-32 rounded-inset',
    inTable: 'flex min-w-0 items-center gap-1 lg:w-52 xl:w-60',
    onCard: 'max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  }),
  column('price', {
    header: m.column_price,
    cell: ({ shown }) => shown,
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    inTable: 'yields-below-xl tabular-nums lg:w-24 lg:truncate lg:text-right',
    onCard: 'max-lg:col-start-3 max-lg:max-w-40 max-lg:truncate max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  }),
  column('created', {
    header: m.column_created,
    cell: ({ iso, shown }) => <time dateTime={iso}>{shown}</time>,
    skeleton: 'h-3.5 w-20 rounded-inset',
    inTable: 'whitespace-nowrap tabular-nums lg:w-36 lg:truncate lg:pl-6',
    // At the top of the right edge, beside the status.
    onCard: 'max-lg:order-first max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isOptional: true,
  }),
  column('elapsed', {
    header: m.column_elapsed,
    help: m.column_elapsed_help,
    cell: ({ shown }) => shown,
    skeleton: 'h-3.5 w-12 rounded-inset',
    inTable: 'yields whitespace-nowrap tabular-nums lg:w-28 lg:truncate',
    onCard: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right',
    isAtCardEdge: true,
    isLeftOutOnCard: true,
    isOptional: true,
  }),
  column('result', {
    header: m.column_result,
    cell: ResultCell,
    skeleton: 'h-3.5 w-36 rounded-inset',
    inTable: 'yields flex min-w-0 items-center gap-x-3',
    onCard: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:flex-wrap',
    isLeftOutOnCard: true,
    isOptional: true,
  }),
]
