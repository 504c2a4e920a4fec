import type { Column } from '#web/tasks/table/columns.ts'

/* The classes of the table. Its rows before React have the same places. */

/** The column that takes the remaining width. */
export const fillingColumn = (columns: readonly Column[]) =>
  columns.some(({ id }) => id === 'result') ? 'result' : 'task'

/** The table. Browsers lay out its rows one by one, and skip those that are out of sight. */
export const tableClasses = 'task-table block'
export const headClasses = 'sticky top-(--header) z-10 block bg-surface max-lg:sr-only'
export const headRowClasses = 'flex h-9 items-center border-b border-line'
export const headSelectClasses =
  'flex w-8 items-center justify-end self-stretch select-none max-lg:[&>input]:hidden'

export const headCellClasses = ({ classes }: Column) =>
  `px-3 text-left text-xs font-medium whitespace-nowrap text-muted ${classes}`

/** A row, on a narrow screen a card. */
export const rowClasses =
  'task-row items-center border-b border-line last:border-b-0 lg:flex max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)] max-lg:gap-y-1.5 max-lg:p-3'

/** The first cell of a row, with the checkbox. */
export const selectClasses =
  'flex items-center select-none max-lg:col-start-1 max-lg:row-start-1 max-lg:w-0 lg:w-8 lg:justify-end lg:self-stretch'

/** @param content null: there is nothing to show. A text that may not fit is cut off: to clip all cells is dear */
export function cellClasses(
  { classes, isLeftOutOnCard, fits = Infinity }: Column,
  content: unknown,
) {
  if (content === null)
    return `${classes} text-muted${isLeftOutOnCard === true ? ' max-lg:hidden' : ''}`
  return typeof content === 'string' && content.length > fits ? `${classes} truncate` : classes
}

/** How many cells are at the right edge of a card; undefined: three, with which it has its usual layout. */
export function cardEdgeOf(
  columns: readonly Column[],
  isShown: (index: number, column: Column) => boolean,
): number | undefined {
  const { length } = columns.filter(
    (column, index) =>
      column.isAtCardEdge === true && (column.isLeftOutOnCard !== true || isShown(index, column)),
  )
  return length < 3 ? length : undefined
}

/** What names the task of a row: a link, or a text if it has no name in an address. @param isWide it may not fit, and is cut off */
export const taskIdClasses = (isUuid: boolean, isWide = !isUuid) =>
  `h-icon shrink-0 content-center whitespace-nowrap rounded-control text-sm decoration-edge underline-offset-4 [unicode-bidi:plaintext] hover:decoration-current [&[href]]:underline ${isUuid ? 'w-[8.2ch] font-mono max-lg:w-auto max-lg:max-w-[8.2ch]' : 'max-w-24'}${isWide ? ' truncate' : ''}`

/** The reason of a failure. */
export const reasonClasses =
  'min-h-icon max-w-full min-w-0 rounded-control text-left wrap-anywhere [unicode-bidi:plaintext] hover:underline max-lg:line-clamp-2 lg:truncate'
