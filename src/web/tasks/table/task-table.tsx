import { memo, useMemo } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListPage, type ListRow, tasksOf } from '#web/tasks/list-page.ts'
import { SelectBox, SelectCell } from '#web/tasks/selection/select-box.tsx'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import { type CellContext, cellData } from '#web/tasks/table/cell-data.ts'
import type { CellContent, Column } from '#web/tasks/table/columns.tsx'
import { RowDialog } from '#web/tasks/table/row-dialog.tsx'
import { useShownColumns } from '#web/tasks/table/shown-columns.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table/table-parts.tsx'
import { UnreadableCell } from '#web/tasks/table/unreadable-cell.tsx'
import { useRowActions } from '#web/tasks/table/use-row-actions.ts'
import type { CopyResult } from '#web/ui/copy-button.tsx'
import { useClock } from '#web/ui/now.ts'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** How often the ages of the rows are formatted again, in milliseconds. They are in minutes. */
const AGE_STEP_MS = 5_000

interface TaskTableProps {
  page: Pick<ListPage, 'rows'>
  /** the rows are old, and newer ones are loading */
  isBusy: boolean
  /** the address of the list; the links of the rows are made from it */
  address: string
  /** the task whose details are open, by its name in the address */
  task: string | undefined
  onOpen: (task: string) => void
  selection: Pick<SelectionModel, 'tasks' | 'press'>
}

/** One page of tasks, one row per task. */
export function TaskTable({
  page: { rows },
  isBusy,
  address,
  task,
  onOpen,
  selection,
}: TaskTableProps) {
  const columns = useShownColumns()
  const shown = useShownRows(rows, columns, address)
  const { press, tasks } = selection
  const actions = useRowActions(rows, { columns, press, onOpen })
  const dialogRow = rows[actions.dialog?.index ?? -1]
  const names = tasksOf(rows).flatMap(({ name }) => name ?? [])
  const count = names.filter((name) => tasks.has(name)).length
  return (
    <>
      <Table isBusy={isBusy} columns={columns} {...actions.handlers}>
        <HeaderRow
          columns={columns}
          select={
            <SelectBox
              label={m.select_page()}
              isSelected={count > 0 && count === names.length}
              isMixed={count > 0 && count < names.length}
            />
          }
        />
        <Body>
          {shown.map((row) => (
            <TaskRow
              key={row.key}
              columns={columns}
              row={row}
              isOpen={row.name !== null && row.name === task}
              isSelected={tasks.has(row.name ?? '')}
              copyResult={actions.copyResultOf(row)}
            />
          ))}
        </Body>
      </Table>
      {actions.dialog !== undefined && dialogRow !== undefined && (
        <RowDialog
          kind={actions.dialog.kind}
          row={dialogRow}
          rowNumber={actions.dialog.index + 1}
          onClose={actions.closeDialog}
        />
      )}
    </>
  )
}

/** A row as plain values. */
interface ShownRow {
  key: string
  /** the name of the task in an address; null: it has none */
  name: string | null
  /** the label of the checkbox */
  selectLabel: string
  /** of the shown columns, in order; null: the record could not be read */
  cells: readonly (CellContent | null)[] | null
}

/** What the rows show. It changes with the rows, with time, and with the time zone. */
function useShownRows(
  rows: readonly ListRow[],
  columns: readonly Column[],
  address: string,
): readonly ShownRow[] {
  const now = useClock((time) => Math.floor(time / AGE_STEP_MS) * AGE_STEP_MS)
  const zone = useTimeZone()
  return useMemo(
    () => rows.map((row) => shownRow(row, columns, { address, now, zone })),
    [rows, columns, address, now, zone],
  )
}

function shownRow(row: ListRow, columns: readonly Column[], context: CellContext): ShownRow {
  const { key } = row
  if (row.kind === 'unreadable') return { key, name: null, selectLabel: '', cells: null }
  const data = cellData(row, context)
  return {
    key,
    name: row.name,
    selectLabel: row.name === null ? '' : m.select_task({ task: data.shortName }),
    cells: columns.map(({ contentOf }) => contentOf(data)),
  }
}

interface TaskRowProps {
  columns: readonly Column[]
  row: ShownRow
  isOpen: boolean
  isSelected: boolean
  copyResult: CopyResult
}

// Memoized: a new total or an unchanged reply does not render rows again.
const TaskRow = memo(function TaskRow({
  columns,
  row: { cells, name, selectLabel },
  isOpen,
  isSelected,
  copyResult,
}: TaskRowProps) {
  const isAtEdge = ({ isAtCardEdge, isLeftOutOnCard }: Column, index: number) =>
    isAtCardEdge === true && (isLeftOutOnCard !== true || (cells?.[index] ?? null) !== null)
  return (
    <Row
      edgeCount={columns.filter(isAtEdge).length}
      isOpen={isOpen}
      isSelected={isSelected}
      hasLink={name !== null}
      copyResult={copyResult}
    >
      <SelectCell>
        {name !== null && <SelectBox label={selectLabel} isSelected={isSelected} />}
      </SelectCell>
      {cells === null ? (
        <UnreadableCell columnCount={columns.length} />
      ) : (
        columns.map((column, index) => (
          <Cell key={column.id} column={column}>
            {cells[index]?.render() ?? null}
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
    (before.row === now.row || JSON.stringify(before.row) === JSON.stringify(now.row))
  )
}
