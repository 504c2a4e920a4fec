import { useMemo, useState, memo } from 'react'

import { isSameRequest, type ListPage, type ListRow } from '#web/task-list/list-page.ts'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import type { HiddenTasks } from '#web/tasks/marks/hidden-tasks.ts'
import { SelectPage, SelectBox } from '#web/tasks/selection/select-box.tsx'
import { type CellContext, cellData, type Column } from '#web/tasks/table/columns.ts'
import type { RowModel, RowActions, RowHandle } from '#web/tasks/table/row-actions.ts'
import { useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { Body, HeaderRow, selectCell, Table, tableCell } from '#web/tasks/table/table-parts.tsx'
import { useClock } from '#web/ui/now.ts'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { m } from '#web/messages/generated/messages.js'
import { type CellContent, cellContent } from '#web/tasks/table/cells.tsx'
import { skeletonRows } from '#web/tasks/table/table-skeleton.tsx'
import { cardEdgeOf, rowClasses } from '#web/tasks/table/table-classes.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import type { CopyResult } from '#web/video-task/copy-button.tsx'

/** How often the ages of the rows are formatted again, in milliseconds. They are in minutes. */
const AGE_STEP_MS = 5_000

/** The props of the table, and of the gallery. */
export interface TaskTableProps {
  page: Pick<ListPage, 'rows' | 'request'>
  /** the rows are old, and newer ones are loading */
  isBusy: boolean
  /** the address of the list; the links of the rows are made from it */
  address: string
  /** the task whose details are open, by its name in the address */
  task: string | undefined
  model: RowModel
  /** what the gallery leaves out; undefined: nothing */
  hidden?: HiddenTasks | undefined
  /** whether the first frame of a video may load; undefined: the table shows none. The gallery always does */
  frames?: CellContext['frames']
  /** what the headers sort */
  sorting?: SearchProps
}

/** One page of tasks, one row per task. */
export function TaskTable(props: TaskTableProps) {
  const { page, isBusy, address, task, frames } = props
  const { selection, actions, copied } = props.model
  const { rows, request } = page
  const columns = useShownColumns()
  const marks = useSessionMarks()
  const shown = useShownRows(rows, columns, { address, frames, marks })
  const slots = useRowSlots(page)
  // A search has found nothing yet. Its header can be pressed.
  const isEmpty = rows.length === 0
  return (
    <>
      {isEmpty && (
        <p role="status" className="sr-only">
          {m.tasks_loading()}
        </p>
      )}
      <Table isBusy={isBusy || isEmpty} columns={columns}>
        <HeaderRow
          columns={columns}
          sorting={props.sorting}
          select={<SelectPage rows={rows} selection={selection} />}
          onSelect={actions.pressPage}
        />
        <Body>
          {isEmpty && skeletonRows(request.pageSize, columns)}
          {shown.map((row) => (
            <TaskRow
              key={slots.get(row.key)}
              columns={columns}
              row={row}
              isOpen={row.name !== null && row.name === task}
              isSelected={selection.tasks.has(row.name ?? '')}
              copyResult={row.key === copied.key ? copied.result : 'none'}
              actions={actions}
            />
          ))}
        </Body>
      </Table>
    </>
  )
}

/** The elements of the rows. They change with the rows. */
function useRowSlots(page: TaskTableProps['page']): RowSlots {
  const [last, setLast] = useState<{ page?: TaskTableProps['page']; slots: RowSlots }>({
    slots: new Map(),
  })
  if (last.page?.rows === page.rows) return last.slots
  const next = isSameRequest(last.page, page) ? slotsOfNewerReply : slotsOfOtherList
  const slots = next(
    last.slots,
    page.rows.map(({ key }) => key),
  )
  setLast({ page, slots })
  return slots
}

/** What the rows show. It changes with the rows, with time, with the time zone, and with the choice of frames. */
function useShownRows(
  rows: readonly ListRow[],
  columns: readonly Column[],
  { address, frames, marks }: Pick<CellContext, 'address' | 'frames' | 'marks'>,
): readonly ShownRow[] {
  const now = useClock((time) => Math.floor(time / AGE_STEP_MS) * AGE_STEP_MS)
  const zone = useTimeZone()
  return useMemo(
    () => rows.map((row) => shownRow(row, columns, { address, now, zone, frames, marks })),
    [rows, columns, address, now, zone, frames, marks],
  )
}

/** Which element of the table shows which row: the row's key → the number of its element. */
type RowSlots = ReadonlyMap<string, number>

/**
 * Assigns the rows of another list (another page or filter) to the elements of the table, one after the other. Changing
 * the texts of an element is several times cheaper for the browser than making another one.
 *
 * @param before the slots of the rows on screen, in their order
 * @param keys of the rows to show, each once
 */
export function slotsOfOtherList(before: RowSlots, keys: readonly string[]): RowSlots {
  const elements = [...before.values()]
  const unused = unusedAfter(before)
  return new Map(keys.map((key, index) => [key, elements[index] ?? unused()]))
}

/**
 * Assigns the rows of a newer reply to the same list. A row that is still there keeps its element, with focus and selected
 * text. A new row gets a new one: taking over another's would move all rows between.
 *
 * @param before the slots of the rows on screen
 * @param keys of the rows to show, each once
 */
export function slotsOfNewerReply(before: RowSlots, keys: readonly string[]): RowSlots {
  const unused = unusedAfter(before)
  return new Map(keys.map((key) => [key, before.get(key) ?? unused()]))
}

/** Counts on after the largest number. */
function unusedAfter(slots: RowSlots): () => number {
  let last = Math.max(-1, ...slots.values())
  return () => (last += 1)
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

/** Makes the values that a row shows. */
function shownRow(row: ListRow, columns: readonly Column[], context: CellContext): ShownRow {
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
const TaskRow = memo(function TaskRow({
  columns,
  row: { key, cells, name, selectLabel },
  isOpen,
  isSelected,
  copyResult,
  actions,
}: TaskRowProps) {
  const on = actions.of(key)
  return (
    <tr
      role="row"
      data-card-edge={cardEdgeOf(columns, (index) => (cells?.[index] ?? null) !== null)}
      data-copy={copyResult === 'none' ? undefined : copyResult}
      aria-current={isOpen || undefined}
      className={classNames(
        rowClasses,
        // A click on it opens its details.
        name !== null && 'cursor-pointer',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
        isSelected && !isOpen && 'bg-hover',
      )}
      {...on.row}
    >
      {selectCell(
        name !== null && <SelectBox label={selectLabel} isSelected={isSelected} />,
        on.select,
      )}
      {cells === null ? (
        <UnreadableCell columnCount={columns.length} on={on} />
      ) : (
        columns.map((column, index) =>
          tableCell(
            column,
            cells[index]?.render(on) ?? null,
            column.title && on.titled(column.title),
          ),
        )
      )}
    </tr>
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
