import type { ListRow } from '#web/task-list/list-page.ts'
import type { Column } from '#web/tasks/table/columns.tsx'

/** The elements of a row that have a title. */
const TITLED = 'td:not(.column-price) > *, td.column-price'

/**
 * Gives an element below the pointer its title. Formatting six titles for each of a hundred rows takes long, and a screen
 * reader would read them out.
 *
 * @param target what the pointer is over
 * @param row the row around it
 * @param columns the shown columns, in order
 */
export function addTitle(target: Element, row: ListRow, columns: readonly Column[]): void {
  const element = target.closest<HTMLElement>(TITLED)
  const cell = element?.closest('td')
  if (element === null || cell === null || cell === undefined || row.kind !== 'task') return
  // The first cell has the checkbox.
  const column = columns[cell.cellIndex - 1]
  if (column !== undefined) element.title = column.title?.(row, element) ?? ''
}
