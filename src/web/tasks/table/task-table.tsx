import { replaceEqualDeep } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'

import { formatAge } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { useApiSession } from '#web/api/session.tsx'
import { isSameRequest, type ListPage, type ListRow } from '#web/task-list/list-page.ts'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import type { SortKey } from '#web/task-list/search/task-index.ts'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import { type AccountMarks, marksOf } from '#web/task-list/task-marks.ts'
import { latenessRead } from '#web/task-list/elapsed.ts'
import { isSortKey, taskAddresses } from '#web/task-list/tasks-address.ts'
import type { HiddenTasks } from '#web/tasks/marks/hidden-tasks.ts'
import { useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { SelectPage, WORD_IDS } from '#web/tasks/selection/select-box.tsx'
import { type CellContext, titles } from '#web/tasks/table/cells.tsx'
import type { Column } from '#web/tasks/table/columns.ts'
import type { RowModel } from '#web/tasks/table/row-model.ts'
import {
  fillingColumn,
  headCellClasses,
  headClasses,
  headRowClasses,
  headSelectClasses,
  tableClasses,
} from '#web/tasks/table/table-classes.ts'
import { skeletonRows, TaskRow, UnreadableRow } from '#web/tasks/table/task-row.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { itemAround } from '#web/ui/item-list.ts'
import { useMedia } from '#web/ui/media.ts'
import { NARROW } from '#web/ui/media-queries.ts'
import { useNow } from '#web/ui/now.ts'
import { giveNamedTitle } from '#web/ui/tap-hint.tsx'

/** So many rows are near at first, and so many more come near at once. */
const ROWS_NEAR = 30

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
export function TaskTable({ page, isBusy, address, task, model, frames, sorting }: TaskTableProps) {
  const { selection, copied } = model
  const { rows, request } = page
  const columns = useShownColumns()
  const marks = useSessionMarks()
  const [near, setNear] = useState(ROWS_NEAR)
  const watch = useCallback(
    (row: HTMLElement | null) => watchFar(row, () => setNear(near + ROWS_NEAR)),
    [near],
  )
  const isPrinted = useMedia('print')
  const linkTo = useMemo(() => taskAddresses(address), [address])
  const now = useNow()
  const isLate = latenessRead(useApiSession())
  // The last hook: when it places rows, React renders this component once more, and would drop elements made now.
  const placed = usePlacedRows(page)
  if (placed === undefined) return null
  // A search has found nothing yet. Its header can be pressed.
  const isEmpty = rows.length === 0
  return (
    <>
      {isEmpty && <Loading />}
      <Table
        isBusy={isBusy || isEmpty}
        columns={columns}
        sorting={sorting}
        select={{
          box: (
            <>
              <SelectPage rows={rows} selection={selection} />
              <span id={WORD_IDS.select} hidden>
                {m.select_task({ task: '' })}
              </span>
              <span id={WORD_IDS.open} hidden>
                {m.detail_open({ task: '' })}
              </span>
            </>
          ),
          onClick: ({ shiftKey }) => selection.press(undefined, shiftKey),
        }}
        list={{ ...model.list, onPointerOver: (event) => giveTitleIn(event, rows, marks) }}
      >
        {isEmpty && skeletonRows(request.pageSize, columns)}
        {placed.map(({ row, element }, index) => {
          const ref = index === near ? watch : undefined
          return row.kind === 'unreadable' ? (
            <UnreadableRow key={element} {...{ columns, ref }} />
          ) : (
            <TaskRow
              key={element}
              {...{ columns, ref }}
              row={row}
              isFar={index >= near && !isPrinted}
              nameId={`task-${element}`}
              isOpen={row.name !== null && row.name === task}
              isSelected={selection.tasks.has(row.name ?? '')}
              copyResult={row.key === copied.key ? copied.result : 'none'}
              linkTo={linkTo}
              frames={frames}
              marks={marksOf(marks, row.task)}
              age={
                row.task.createdAt === null ? '' : formatAge(Date.parse(row.task.createdAt), now)
              }
              isLate={isLate(row, now)}
            />
          )
        })}
      </Table>
    </>
  )
}

/** Acts when the first row that was far comes into sight from below, or is above. @returns ends it */
function watchFar(row: HTMLElement | null, act: () => void): () => void {
  const observer = new IntersectionObserver(
    ([last]) => {
      if (last?.isIntersecting === true) act()
    },
    { rootMargin: '1000000px 0px 25%' },
  )
  if (row !== null) observer.observe(row)
  return () => observer.disconnect()
}

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
      <Loading />
      <div aria-hidden>
        <Table isBusy columns={columns}>
          {skeletonRows(rowCount, columns)}
        </Table>
      </div>
    </>
  )
}

/** Says that rows are loading, where only their skeleton is seen. */
function Loading() {
  return (
    <p role="status" className="sr-only">
      {m.tasks_loading()}
    </p>
  )
}

interface TableProps {
  columns: readonly Column[]
  isBusy: boolean
  /** what pressing a header changes: it sorts all tasks of the list, which is a search; undefined: nothing can be sorted */
  sorting?: SearchProps | undefined
  /** the "select all" checkbox, and what a click on it or beside it does */
  select?: { box: ReactNode; onClick: (event: MouseEvent) => void }
  /** what the element of the rows handles for all of them */
  list?: ComponentProps<'tbody'>
  /** the rows */
  children: ReactNode
}

/**
 * The table "Video tasks". Its roles are explicit, as some browsers drop the table semantics when `display` changes: rows
 * are flex boxes of columns with fixed widths, and cards on a narrow screen. Browsers lay them out one by one, and skip
 * those that are out of sight. The headers are sticky while the rows scroll.
 */
function Table({ columns, isBusy, sorting, select, list, children }: TableProps) {
  // The headers of cards are read out, and cannot be seen: list options sort there.
  const pressed = useMedia(NARROW) ? undefined : sorting
  // Also a click beside the box.
  const press = { onClick: select?.onClick }
  return (
    <table
      role="table"
      aria-label={m.title_tasks()}
      aria-busy={isBusy}
      // One column takes the remaining width.
      data-fills={fillingColumn(columns)}
      className={classNames(tableClasses, isBusy && 'opacity-55')}
    >
      <thead role="rowgroup" className={headClasses}>
        <tr role="row" className={headRowClasses}>
          <th
            role="columnheader"
            scope="col"
            aria-label={m.column_select()}
            className={headSelectClasses}
            {...press}
          >
            <span className="lg:hidden">{m.column_select()}</span>
            {select?.box}
          </th>
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              title={column.help?.()}
              aria-sort={sorting && directionOf(sorting, column)}
              className={headCellClasses(column)}
            >
              {pressed === undefined || !isSortKey(column.id) ? (
                column.header()
              ) : (
                <SortButton by={column.id} label={column.header()} {...pressed} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block" {...list}>
        {children}
      </tbody>
    </table>
  )
}

function directionOf({ search }: SearchProps, { id }: Column) {
  if (search?.sort?.by !== id) return undefined
  return search.sort.isDescending ? 'descending' : 'ascending'
}

/** Sorts descending, then ascending, then not at all. */
function SortButton({
  by,
  label,
  search,
  onSearchChange,
}: SearchProps & { by: SortKey; label: string }) {
  const sort = search?.sort
  return (
    <button
      type="button"
      title={m.sort_by({ column: label })}
      className="inline-flex h-8 min-w-6 items-center gap-1 rounded-control hover:text-ink"
      onClick={() =>
        onSearchChange(({ text, sort: asked }) => {
          const isOther = asked?.by !== by
          const isNext = isOther || asked.isDescending
          return { text, sort: isNext ? { by, isDescending: isOther } : undefined }
        })
      }
    >
      <span>{label}</span>
      {sort?.by === by && (sort.isDescending ? <ArrowDown {...arrow} /> : <ArrowUp {...arrow} />)}
    </button>
  )
}

const arrow = { 'aria-hidden': true, className: 'size-3.5' } as const

/** Gives an element of a row its title. The page has the newest evidence, which a row that looks the same may not have. */
function giveTitleIn(
  event: PointerEvent<HTMLElement>,
  rows: readonly ListRow[],
  marks: AccountMarks,
): void {
  const row = rows[itemAround(event.currentTarget, event.target)]
  if (row?.kind !== 'task') return
  giveNamedTitle(event, (name) => titles[name]?.(row, marksOf(marks, row.task)) ?? '')
}

/** A row, and the number of the element that shows it, which is its key in React. */
interface PlacedRow {
  row: ListRow
  element: number
}

/** The rows of a page in their elements, which change with the page. @returns undefined: React renders again with them */
function usePlacedRows(page: TaskTableProps['page']): readonly PlacedRow[] | undefined {
  const [last, setLast] = useState<Partial<Pick<TaskTableProps, 'page'>>>({})
  const [placed, setPlaced] = useState<readonly PlacedRow[]>([])
  if (last.page?.rows === page.rows) return placed
  setLast({ page })
  setPlaced(placeRows(placed, page.rows, isSameRequest(last.page, page)))
  return undefined
}

/**
 * Places rows in the elements on screen.
 *
 * A row of a newer reply keeps its element, with focus and selected text, and stays the same object if it looks the same. A new row
 * gets a new element, as taking over another's would move all rows between.
 *
 * Another list (another page or filter) takes over the elements, one after the other: changing the texts of an element is several
 * times cheaper for the browser than making another one, and the focus stays in its place.
 */
export function placeRows(
  before: readonly PlacedRow[],
  rows: readonly ListRow[],
  isNewerReply: boolean,
): PlacedRow[] {
  let lastElement = Math.max(-1, ...before.map(({ element }) => element))
  return rows.map((row, index) => {
    const known = isNewerReply ? before.find((one) => one.row.key === row.key) : before[index]
    return {
      row: known !== undefined && looksSame(known.row, row) ? known.row : row,
      element: known?.element ?? (lastElement += 1),
    }
  })
}

/** Whether two rows look the same. When their replies came is no part of it. */
function looksSame(before: ListRow, now: ListRow): boolean {
  if (before.kind === 'unreadable' || now.kind === 'unreadable') return before.kind === now.kind
  const { status, source } = now.evidence
  return (
    before.key === now.key &&
    before.evidence.status === status &&
    before.evidence.source === source &&
    // Compares values: what is equal stays the same object.
    replaceEqualDeep(before.task, now.task) === before.task
  )
}
