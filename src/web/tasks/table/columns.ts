import { m } from '#web/messages/generated/messages.js'

/** The name of a column. */
export type ColumnId = 'status' | 'preview' | 'task' | 'price' | 'created' | 'elapsed' | 'result'

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: ColumnId
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  /** a cell's text may be cut off: the cell has a title, whose name is that of the column */
  readonly isCutOff?: boolean
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

/** The columns, in order. What they show is in cells.tsx: the screen before React needs these alone. */
export const columns: readonly Column[] = [
  {
    id: 'status',
    header: m.tasks_status,
    skeleton: 'h-5 w-24 rounded-full',
    inTable: 'lg:w-36 lg:pl-2',
    // The checkbox is before it.
    onCard: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  },
  {
    id: 'preview',
    header: m.column_preview,
    skeleton: 'h-icon w-11 rounded-control',
    inTable: 'yields lg:w-18',
    onCard: 'max-lg:row-start-3 max-lg:pr-3',
    isLeftOutOnCard: true,
    isBlank: true,
    isOptional: true,
  },
  {
    id: 'task',
    header: m.column_task,
    skeleton: 'h-3.5 w-32 rounded-inset',
    inTable: 'flex min-w-0 items-center gap-1 lg:w-52 xl:w-60',
    onCard: 'max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  },
  {
    id: 'price',
    header: m.column_price,
    isCutOff: true,
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    inTable: 'yields-below-xl tabular-nums lg:w-24 lg:truncate lg:text-right',
    onCard: 'max-lg:col-start-3 max-lg:max-w-40 max-lg:truncate max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  },
  {
    id: 'created',
    header: m.column_created,
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
    skeleton: 'h-3.5 w-12 rounded-inset',
    inTable: 'yields whitespace-nowrap tabular-nums lg:w-28 lg:truncate',
    onCard: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right',
    isAtCardEdge: true,
    isLeftOutOnCard: true,
    isOptional: true,
  },
  {
    id: 'result',
    header: m.column_result,
    skeleton: 'h-3.5 w-36 rounded-inset',
    inTable: 'yields flex min-w-0 items-center gap-x-3',
    onCard: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:flex-wrap',
    isLeftOutOnCard: true,
    isOptional: true,
  },
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
