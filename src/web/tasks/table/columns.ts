import { m } from '#web/messages/generated/messages.js'

/** The name of a column. */
export type ColumnId = 'status' | 'preview' | 'task' | 'price' | 'created' | 'elapsed' | 'result'

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: ColumnId
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  /** how many characters fit. A longer text is cut off, and its title says it */
  readonly fits?: number
  /** classes: the shape of a cell's skeleton */
  readonly skeleton: string
  /** classes of header and cells: width and alignment in the table, the area on a card */
  readonly classes: string
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
    // On a card, the checkbox is before it.
    classes:
      'column-status lg:px-3 lg:w-36 lg:pl-2 max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  },
  {
    id: 'preview',
    header: m.column_preview,
    skeleton: 'h-icon w-11 rounded-control',
    classes: 'column-preview lg:px-3 yields lg:w-18 max-lg:row-start-3 max-lg:pr-3',
    isLeftOutOnCard: true,
    isBlank: true,
    isOptional: true,
  },
  {
    id: 'task',
    header: m.column_task,
    skeleton: 'h-3.5 w-32 rounded-inset',
    classes:
      'column-task lg:px-3 flex min-w-0 items-center gap-1 lg:w-52 xl:w-60 max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  },
  {
    id: 'price',
    header: m.column_price,
    fits: 9,
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    classes:
      'column-price lg:px-3 yields-below-xl tabular-nums lg:w-24 lg:text-right max-lg:col-start-3 max-lg:max-w-40 max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  },
  {
    id: 'created',
    header: m.column_created,
    skeleton: 'h-3.5 w-20 rounded-inset',
    // On a card at the top of the right edge, beside the status.
    classes:
      'column-created lg:px-3 whitespace-nowrap tabular-nums lg:w-36 lg:pl-6 max-lg:order-first max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isOptional: true,
  },
  {
    id: 'elapsed',
    header: m.column_elapsed,
    help: m.column_elapsed_help,
    fits: 10,
    skeleton: 'h-3.5 w-12 rounded-inset',
    classes:
      'column-elapsed lg:px-3 yields whitespace-nowrap tabular-nums lg:w-28 max-lg:col-start-3 max-lg:pl-3 max-lg:text-right',
    isAtCardEdge: true,
    isLeftOutOnCard: true,
    isOptional: true,
  },
  {
    id: 'result',
    header: m.column_result,
    skeleton: 'h-3.5 w-36 rounded-inset',
    classes:
      'column-result lg:px-3 yields flex min-w-0 items-center gap-x-3 max-lg:col-start-2 max-lg:row-start-3 max-lg:flex-wrap',
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
