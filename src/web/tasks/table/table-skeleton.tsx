import { m } from '#web/messages/generated/messages.js'
import { SelectCell } from '#web/tasks/selection/select-box.tsx'
import {
  Body,
  Cell,
  COLUMNS,
  type Column,
  HeaderRow,
  Row,
  Table,
} from '#web/tasks/table/table-parts.tsx'
import { classNames } from '#web/ui/class-names.ts'

const shapes: Record<Column, string> = {
  status: 'h-5 w-24 rounded-full',
  preview: 'h-icon w-11 rounded-control',
  task: 'h-3.5 w-32 rounded-inset',
  price: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
  created: 'h-3.5 w-20 rounded-inset',
  elapsed: 'h-3.5 w-12 rounded-inset',
  result: 'h-3.5 w-36 rounded-inset',
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
                <SelectCell />
                {COLUMNS.map((column) => (
                  <Cell key={column} column={column}>
                    <span className={classNames('block animate-shimmer bg-line', shapes[column])} />
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
