import { memo, type MouseEvent } from 'react'

import type { TaskStatus, VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import type { FoundStatus, StatusLookup } from '#web/api/status-lookup.ts'
import { m } from '#web/messages/generated/messages.js'
import { rowKeys } from '#web/tasks/list-state.ts'
import { SelectBox, SelectCell } from '#web/tasks/selection/select-box.tsx'
import { statusEvidence, statusInReply } from '#web/video-task/status-evidence.ts'
import type { Column, ColumnRow } from '#web/tasks/table/columns.tsx'
import { useShownColumns } from '#web/tasks/table/shown-columns.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table/table-parts.tsx'
import { nameInAddress, rowName } from '#web/tasks/task-address.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { UnreadableCell } from '#web/tasks/table/unreadable-cell.tsx'

const MINUTE_MS = 60_000

interface TaskTableProps {
  rows: readonly VideoTaskRow[]
  /** the status that this reply was asked for */
  filter: TaskStatus | undefined
  /** when the reply came, milliseconds since the epoch */
  readAt: number
  /** what looking up the unfinished ones has found so far */
  lookup: StatusLookup | undefined
  /** older rows, while newer ones are on their way */
  isBusy: boolean
  /** of the list: what the rows link to is made from it */
  address: string
  /** the task whose details are open, as an address names it */
  task: string | undefined
  onOpen: (task: string) => void
  /** by what an address calls them */
  selected: ReadonlyMap<string, unknown> | undefined
  /** a box was pressed. name: undefined for that of all; isRange: with Shift */
  onSelect: (name: string | undefined, isRange: boolean) => void
}

/** One page of tasks, one line each. */
export function TaskTable({
  rows,
  filter,
  readAt,
  lookup,
  isBusy,
  address,
  task,
  onOpen,
  selected,
  onSelect,
}: TaskTableProps) {
  const columns = useShownColumns()
  const keys = rowKeys(rows)
  const marks = rows.map((row) => {
    const name = rowName(row)
    return name === null ? undefined : selected?.has(name) === true
  })
  const hasSelected = marks.includes(true)
  const isWhole = !marks.includes(false)
  return (
    <Table
      isBusy={isBusy}
      onClick={(event) => {
        const { target } = event
        if (!(target instanceof Element)) return
        const link = target.closest('tr')?.querySelector<HTMLElement>('[data-task]')
        const name = link?.dataset['task']
        if (target.matches('input')) onSelect(name, event.shiftKey)
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
            isSelected={hasSelected && isWhole}
            isMixed={hasSelected && !isWhole}
          />
        }
      />
      <Body>
        {rows.map((row, index) => (
          <TaskRow
            key={keys[index]}
            columns={columns}
            row={row}
            // To everybody else their number is nothing.
            rowNumber={row.kind === 'task' ? 0 : index + 1}
            filter={filter}
            address={address}
            isOpen={row.kind === 'task' && nameInAddress(row.task) === task}
            isSelected={marks[index]}
            {...(row.kind === 'task' && shownEvidence(row.task, { filter, readAt, lookup }))}
          />
        ))}
      </Body>
    </Table>
  )
}

/** Whether a click opens its row's task: one on its link, or beside all that does something else. */
function isOpening(
  { nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent,
  target: Element,
  link: Element | null | undefined,
): boolean {
  if (ctrlKey || metaKey || shiftKey) return false
  // A finger is told what a title says.
  const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
  const control = target.closest(`a, button, dialog, label${isTouch ? ', [title]' : ''}`)
  return control === link || (control === null && getSelection()?.isCollapsed !== false)
}

/** Only what a row shows is given to it: a newer reply that says the same draws no row again. */
function shownEvidence(
  task: VideoTask,
  context: Pick<TaskTableProps, 'filter' | 'readAt' | 'lookup'>,
): { readAt: number; found: FoundStatus | undefined } {
  const { readAt, lookup } = context
  const { source } = statusInReply(task, context)
  return {
    // Times of replies are shown to the minute.
    readAt: source === 'filter' ? readAt - (readAt % MINUTE_MS) : 0,
    found: source === 'lookup' ? lookup?.get(task.uuid ?? '') : undefined,
  }
}

// What happens around the table (a total comes, a refresh begins) is nothing to its rows.
const TaskRow = memo(function TaskRow({
  columns,
  row,
  rowNumber,
  filter,
  address,
  isOpen,
  isSelected,
  readAt = 0,
  found,
}: {
  columns: readonly Column[]
  row: VideoTaskRow
  /** of an unreadable row */
  rowNumber: number
  filter: TaskStatus | undefined
  address: string
  isOpen: boolean
  /** undefined: it cannot be */
  isSelected: boolean | undefined
  /** to the minute, where the row shows it */
  readAt?: number
  /** only while it holds */
  found?: FoundStatus | undefined
}) {
  return (
    <Row columns={columns} isOpen={isOpen}>
      <SelectCell>
        {row.kind === 'task' && isSelected !== undefined && (
          <SelectBox label={m.select_task({ task: taskName(row.task) })} isSelected={isSelected} />
        )}
      </SelectCell>
      {row.kind === 'task' ? (
        <TaskCells
          columns={columns}
          task={row.task}
          evidence={statusEvidence(row.task, { filter, readAt, found })}
          address={address}
        />
      ) : (
        <UnreadableCell raw={row.raw} rowNumber={rowNumber} columnCount={columns.length} />
      )}
    </Row>
  )
})

function TaskCells({ columns, ...row }: ColumnRow & { columns: readonly Column[] }) {
  return columns.map((column) => (
    <Cell key={column.id} column={column}>
      {column.cell(row)}
    </Cell>
  ))
}
