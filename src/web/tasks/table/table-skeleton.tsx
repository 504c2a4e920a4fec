import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { Column } from '#web/tasks/table/columns.ts'
import { Body, HeaderRow, selectCell, Table, tableCell } from '#web/tasks/table/table-parts.tsx'
import { cardEdgeOf, rowClasses } from '#web/tasks/table/table-classes.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The maximum number of skeleton rows. More rows are outside of the screen and delay the first paint. */
const MAX_ROWS = 15

/** The skeleton of the table. It has the same shape as the table, to avoid a layout shift. */
export function TableSkeleton({
  rowCount,
  columns,
}: {
  rowCount: number
  columns: readonly Column[]
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {m.tasks_loading()}
      </p>
      <div aria-hidden>
        <Table isBusy columns={columns}>
          <HeaderRow columns={columns} />
          <Body>{skeletonRows(rowCount, columns)}</Body>
        </Table>
      </div>
    </>
  )
}

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
