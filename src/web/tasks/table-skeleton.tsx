import { m } from '#web/messages/generated/messages.js'
import { Body, Cell, COLUMNS, type Column, HeaderRow, Row, Table } from '#web/tasks/table-parts.tsx'
import { classNames } from '#web/ui/class-names.ts'

const widths: Record<Column, string> = {
  status: 'w-24 rounded-full h-5',
  preview: 'w-11 h-7',
  task: 'w-32',
  price: 'w-6 lg:ml-auto',
  created: 'w-20',
  elapsed: 'w-12',
  result: 'w-36',
}

/** More rows than a screen shows cost the first paint time and are seen by nobody. */
const MAX_ROWS = 15

/** The table before its first rows: the same shape, so that nothing jumps when they come. */
export function TableSkeleton({ rowCount }: { rowCount: number }) {
  return (
    <>
      <p role="status" className="sr-only">
        {m.tasks_loading()}
      </p>
      <div aria-hidden>
        <Table isBusy>
          <HeaderRow />
          <Body>
            {Array.from({ length: Math.min(rowCount, MAX_ROWS) }, (_, row) => (
              <Row key={row}>
                {COLUMNS.map((column) => (
                  <Cell key={column} column={column}>
                    <span
                      className={classNames(
                        'block h-3.5 animate-shimmer rounded-[4px] bg-line',
                        widths[column],
                      )}
                    />
                  </Cell>
                ))}
              </Row>
            ))}
          </Body>
        </Table>
      </div>
    </>
  )
}
