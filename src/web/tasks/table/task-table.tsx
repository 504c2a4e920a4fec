import { memo, type MouseEvent } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListPage, type ListRow, tasksOf } from '#web/tasks/list-page.ts'
import { SelectBox, SelectCell } from '#web/tasks/selection/select-box.tsx'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import type { Column, ColumnRow } from '#web/tasks/table/columns.tsx'
import { useShownColumns } from '#web/tasks/table/shown-columns.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table/table-parts.tsx'
import { UnreadableCell } from '#web/tasks/table/unreadable-cell.tsx'
import type { StatusEvidence } from '#web/video-task/status-evidence.ts'
import { taskName } from '#web/video-task/task-name.ts'

const MINUTE_MS = 60_000

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
  const names = tasksOf(rows).flatMap(({ name }) => name ?? [])
  const count = names.filter((name) => selection.tasks.has(name)).length
  return (
    <Table
      isBusy={isBusy}
      onClick={(event) => {
        const { target } = event
        if (!(target instanceof Element)) return
        const link = target.closest('tr')?.querySelector<HTMLElement>('[data-task]')
        const name = link?.dataset['task']
        if (target.matches('input')) selection.press(name, event.shiftKey)
        else if (name !== undefined && isOpening(event, target, link)) {
          event.preventDefault()
          onOpen(name)
        }
      }}
    >
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
        {rows.map((row, index) => (
          <TaskRow
            key={row.key}
            columns={columns}
            row={row}
            // Only an unreadable row shows its number.
            rowNumber={row.kind === 'task' ? 0 : index + 1}
            address={address}
            isOpen={row.kind === 'task' && row.name !== null && row.name === task}
            isSelected={row.kind === 'task' && selection.tasks.has(row.name ?? '')}
          />
        ))}
      </Body>
    </Table>
  )
}

/** Whether a click opens the task of its row: a click on its link, or outside of all other controls. */
function isOpening(
  { nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent,
  target: Element,
  link: Element | null | undefined,
): boolean {
  if (ctrlKey || metaKey || shiftKey) return false
  // A tap on an element with a title shows the title (shell/tap-hint.tsx).
  const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
  const control = target.closest(`a, button, dialog, label${isTouch ? ', [title]' : ''}`)
  return control === link || (control === null && getSelection()?.isCollapsed !== false)
}

interface TaskRowProps {
  columns: readonly Column[]
  row: ListRow
  /** the position of an unreadable row */
  rowNumber: number
  address: string
  isOpen: boolean
  isSelected: boolean
}

// Memoized: a new total or an unchanged reply does not render rows again.
const TaskRow = memo(function TaskRow({
  columns,
  row,
  rowNumber,
  address,
  isOpen,
  isSelected,
}: TaskRowProps) {
  return (
    <Row columns={columns} isOpen={isOpen}>
      <SelectCell>
        {row.kind === 'task' && row.name !== null && (
          <SelectBox label={m.select_task({ task: taskName(row.task) })} isSelected={isSelected} />
        )}
      </SelectCell>
      {row.kind === 'task' ? (
        <TaskCells columns={columns} task={row.task} evidence={row.evidence} address={address} />
      ) : (
        <UnreadableCell raw={row.raw} rowNumber={rowNumber} columnCount={columns.length} />
      )}
    </Row>
  )
}, looksSame)

function looksSame(before: TaskRowProps, now: TaskRowProps): boolean {
  return (
    before.columns === now.columns &&
    before.rowNumber === now.rowNumber &&
    before.address === now.address &&
    before.isOpen === now.isOpen &&
    before.isSelected === now.isSelected &&
    isSameRow(before.row, now.row)
  )
}

function isSameRow(a: ListRow, b: ListRow): boolean {
  if (a.kind === 'unreadable') return b.kind === 'unreadable' && a.raw === b.raw
  if (b.kind === 'unreadable') return false
  return a.task === b.task && shownEvidence(a.evidence) === shownEvidence(b.evidence)
}

/** The part of the evidence that a row shows, as text. */
function shownEvidence({ status, source, asOf }: StatusEvidence): string {
  // The time of a filter's reply is shown to the minute. The time of records and fields is not shown.
  const times = { filter: Math.floor(asOf / MINUTE_MS), lookup: asOf, record: 0, inferred: 0 }
  return JSON.stringify([status, source, times[source]])
}

function TaskCells({ columns, ...row }: ColumnRow & { columns: readonly Column[] }) {
  return columns.map((column) => (
    <Cell key={column.id} column={column}>
      {column.cell(row)}
    </Cell>
  ))
}
