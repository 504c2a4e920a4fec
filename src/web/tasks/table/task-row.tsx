import { memo } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { ListRow } from '#web/task-list/list-page.ts'
import { SelectBox, SelectCell } from '#web/tasks/selection/select-box.tsx'
import { type CellContext, cellData } from '#web/tasks/table/cell-data.ts'
import { type CellContent, cellContent } from '#web/tasks/table/cells.tsx'
import type { Column } from '#web/tasks/table/columns.ts'
import type { RowActions, RowHandle } from '#web/tasks/table/row-actions.ts'
import { edgeCount } from '#web/tasks/table/table-places.ts'
import { Cell, Row } from '#web/tasks/table/table-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import type { CopyResult } from '#web/video-task/copy-button.tsx'

/** A row as plain values. */
export interface ShownRow {
  key: string
  /** the name of the task in an address; null: it has none */
  name: string | null
  /** the label of the checkbox */
  selectLabel: string
  /** of the shown columns, in order; null: the record could not be read */
  cells: readonly (CellContent | null)[] | null
}

/** Makes the values that a row shows. */
export function shownRow(row: ListRow, columns: readonly Column[], context: CellContext): ShownRow {
  const { key } = row
  if (row.kind === 'unreadable') return { key, name: null, selectLabel: '', cells: null }
  const data = cellData(row, context)
  return {
    key,
    name: row.name,
    selectLabel: row.name === null ? '' : m.select_task({ task: data.shortName }),
    cells: columns.map((column) => cellContent(column, data)),
  }
}

interface TaskRowProps {
  columns: readonly Column[]
  row: ShownRow
  isOpen: boolean
  isSelected: boolean
  copyResult: CopyResult
  actions: RowActions
}

/** One row of the table. */
// Memoized: a new total or an unchanged reply does not render rows again.
export const TaskRow = memo(function TaskRow({
  columns,
  row: { key, cells, name, selectLabel },
  isOpen,
  isSelected,
  copyResult,
  actions,
}: TaskRowProps) {
  const on = actions.of(key)
  return (
    <Row
      atEdge={edgeCount(columns, (index) => (cells?.[index] ?? null) !== null)}
      isOpen={isOpen}
      isSelected={isSelected}
      hasLink={name !== null}
      copyResult={copyResult}
      handlers={on.row}
    >
      <SelectCell handlers={on.select}>
        {name !== null && <SelectBox label={selectLabel} isSelected={isSelected} />}
      </SelectCell>
      {cells === null ? (
        <UnreadableCell columnCount={columns.length} on={on} />
      ) : (
        columns.map((column, index) => (
          <Cell key={column.id} column={column} titled={column.title && on.titled(column.title)}>
            {cells[index]?.render(on) ?? null}
          </Cell>
        ))
      )}
    </Row>
  )
}, looksSame)

function looksSame(before: TaskRowProps, now: TaskRowProps): boolean {
  return (
    before.columns === now.columns &&
    before.isOpen === now.isOpen &&
    before.isSelected === now.isSelected &&
    before.copyResult === now.copyResult &&
    (before.row === now.row || textOf(before.row) === textOf(now.row))
  )
}

/** What a row shows, as a text. JSON has no bigint. */
function textOf(row: ShownRow): string {
  return JSON.stringify(row, (_name, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
}

/** The cell of a record that could not be read. It offers the raw record. */
function UnreadableCell({
  columnCount,
  on: { anchor, show },
}: {
  columnCount: number
  on: RowHandle
}) {
  return (
    <td
      role="cell"
      colSpan={columnCount}
      className="flex flex-wrap items-center gap-3 py-1 text-sm max-lg:col-span-3 max-lg:col-start-1 max-lg:row-start-1 lg:px-2"
    >
      <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
      <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
      <Button tone="quiet" ref={anchor} onClick={show.record}>
        {m.tasks_show_raw()}
      </Button>
    </td>
  )
}
