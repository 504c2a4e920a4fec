import { memo, type ReactNode, type Ref } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import { selectBox, WORD_IDS } from '#web/tasks/selection/select-box.tsx'
import { type CellContext, cells } from '#web/tasks/table/cells.tsx'
import type { Column } from '#web/tasks/table/columns.ts'
import {
  cardEdgeOf,
  cellClasses,
  rowClasses,
  selectClasses,
} from '#web/tasks/table/table-classes.ts'
import { Button } from '#web/ui/button.tsx'
import { HandledInput } from '#web/ui/segmented.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { CopyResult } from '#web/ui/use-copy.tsx'

interface TaskRowProps extends CellContext {
  row: TaskListRow
  ref: Ref<HTMLTableRowElement> | undefined
  columns: readonly Column[]
  isOpen: boolean
  isSelected: boolean
  copyResult: CopyResult
}

/** One row of the table. It renders again only when its row is another object, or another prop differs. */
export const TaskRow = memo(function TaskRow({
  row,
  ref,
  columns,
  isOpen,
  isSelected,
  copyResult,
  ...context
}: TaskRowProps) {
  const contents = columns.map(({ id }) => cells[id](row, context))
  const { isLate } = context
  const fill = isSelected ? 'bg-hover' : 'hover:bg-hover'
  return (
    <tr
      role="row"
      ref={ref}
      // On a card, a late task says so in its first line.
      data-card-edge={cardEdgeOf(
        columns,
        (index, { id }) => contents[index] !== null && !(isLate && id === 'elapsed'),
      )}
      data-late={isLate || undefined}
      data-copy={copyResult === 'none' ? undefined : copyResult}
      aria-current={isOpen || undefined}
      // A click on it opens its details.
      className={`${rowClasses} ${row.name === null ? '' : 'cursor-pointer'} ${isOpen ? 'bg-accent-soft' : fill}`}
    >
      {[
        selectCell(
          row.name !== null && !context.isFar && (
            <HandledInput
              {...selectBox}
              aria-labelledby={`${WORD_IDS.select} ${context.nameId}`}
              checked={isSelected}
            />
          ),
        ),
        // One list of children: a list in a list is one more element for React.
        ...columns.map((column, index) => tableCell(column, contents[index])),
      ]}
    </tr>
  )
})

/** The row of a record that could not be read. It offers the raw record. */
export function UnreadableRow({ columns, ref }: Pick<TaskRowProps, 'columns' | 'ref'>) {
  return (
    <tr
      role="row"
      ref={ref}
      data-card-edge={cardEdgeOf(columns, () => false)}
      className={classNames(rowClasses, 'hover:bg-hover')}
    >
      {selectCell(null)}
      <td
        role="cell"
        colSpan={columns.length}
        className="flex flex-wrap items-center gap-3 py-1 text-sm max-lg:col-span-3 max-lg:col-start-1 max-lg:row-start-1 lg:px-2"
      >
        <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
        <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
        <Button tone="quiet" data-act="record">
          {m.tasks_show_raw()}
        </Button>
      </td>
    </tr>
  )
}

/** The maximum number of skeleton rows. More rows are outside of the screen and delay the first paint. */
const MAX_ROWS = 15

/** Makes the rows of a skeleton. They are not read out. */
export function skeletonRows(rowCount: number, columns: readonly Column[]): ReactNode {
  const cardEdge = cardEdgeOf(columns, () => true)
  return Array.from({ length: Math.min(rowCount, MAX_ROWS) }, (_, row) => (
    <tr key={row} aria-hidden role="row" data-card-edge={cardEdge} className={rowClasses}>
      {selectCell(null)}
      {columns.map((column) =>
        tableCell(
          column,
          <span className={classNames('block animate-shimmer bg-line', column.skeleton)} />,
        ),
      )}
    </tr>
  ))
}

/** Makes the first cell of a row. A click beside its checkbox also selects, and opens nothing. */
function selectCell(box: ReactNode): ReactNode {
  return (
    <td key="select" role="cell" data-act="select" className={selectClasses}>
      {box}
    </td>
  )
}

/**
 * Makes one cell. On a card some values have a label before them, as they are unclear without it.
 *
 * It is no component: a page has up to 700 of them, and a component costs React more than its elements do.
 *
 * @param content null: there is nothing to show
 */
function tableCell(column: Column, content: ReactNode): ReactNode {
  const { id, header, isNamedOnCard, isBlank } = column
  return (
    <td
      key={id}
      role="cell"
      data-label={isNamedOnCard === true ? header() : undefined}
      className={cellClasses(column, content)}
    >
      {content ?? (isBlank !== true && '—')}
    </td>
  )
}
