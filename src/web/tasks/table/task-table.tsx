import { useMemo, useState } from 'react'

import { isSameRequest, type ListPage, type ListRow } from '#web/task-list/list-page.ts'
import { SelectPage } from '#web/tasks/selection/select-box.tsx'
import type { CellContext, CellFrames } from '#web/tasks/table/cell-data.ts'
import type { Column } from '#web/tasks/table/columns.ts'
import type { RowModel } from '#web/tasks/table/row-actions.ts'
import { useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { Body, HeaderRow, Table } from '#web/tasks/table/table-parts.tsx'
import { type ShownRow, shownRow, TaskRow } from '#web/tasks/table/task-row.tsx'
import { useClock } from '#web/ui/now.ts'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

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
  /** how the table shows first frames of videos; undefined: it does not. The gallery always does */
  frames?: CellFrames | undefined
}

/** One page of tasks, one row per task. */
export function TaskTable(props: TaskTableProps) {
  const { page, isBusy, address, task, frames } = props
  const { selection, actions, copied } = props.model
  const { rows } = page
  const columns = useShownColumns()
  const shown = useShownRows(rows, columns, { address, frames })
  const slots = useRowSlots(page)
  return (
    <Table isBusy={isBusy} columns={columns}>
      <HeaderRow
        columns={columns}
        select={<SelectPage rows={rows} selection={selection} />}
        onSelect={actions.pressPage}
      />
      <Body>
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
  { address, frames }: Pick<CellContext, 'address' | 'frames'>,
): readonly ShownRow[] {
  const now = useClock((time) => Math.floor(time / AGE_STEP_MS) * AGE_STEP_MS)
  const zone = useTimeZone()
  return useMemo(
    () => rows.map((row) => shownRow(row, columns, { address, now, zone, frames })),
    [rows, columns, address, now, zone, frames],
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
