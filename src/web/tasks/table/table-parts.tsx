import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEventHandler, ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { SortKey } from '#web/task-list/search/task-index.ts'
import type { Column } from '#web/tasks/table/columns.ts'
import { isSortKey } from '#web/task-list/tasks-address.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import {
  cellClasses,
  fillingColumn,
  headCellClasses,
  headClasses,
  headRowClasses,
  headSelectClasses,
  selectClasses,
  tableClasses,
} from '#web/tasks/table/table-classes.ts'
import { panelClasses } from '#web/tasks/classes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useMedia } from '#web/ui/media.ts'
import { NARROW } from '#web/ui/media-queries.ts'
import type { SearchProps } from '#web/task-list/search/search-address.ts'

/** The box around a list. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className={panelClasses}>{children}</div>
}

/**
 * The table "Video tasks". Its roles are explicit, as some browsers drop the table semantics when `display` changes: rows
 * are flex boxes of columns with fixed widths, and cards on a narrow screen. Browsers lay them out one by one, and skip
 * those that are out of sight.
 */
export function Table({
  isBusy,
  columns,
  children,
}: {
  isBusy: boolean
  columns: readonly Column[]
  children: ReactNode
}) {
  return (
    <table
      role="table"
      aria-label={m.title_tasks()}
      aria-busy={isBusy}
      // One column takes the remaining width.
      data-fills={fillingColumn(columns)}
      className={classNames(tableClasses, isBusy && 'opacity-55')}
    >
      {children}
    </table>
  )
}

/** The column headers. They are sticky while the rows scroll. */
export function HeaderRow({
  columns,
  sorting,
  select,
  onSelect,
}: {
  columns: readonly Column[]
  /** what pressing a header changes: it sorts all tasks of the list, which is a search; undefined: nothing can be sorted */
  sorting?: SearchProps | undefined
  /** the "select all" checkbox */
  select?: ReactNode
  onSelect?: MouseEventHandler
}) {
  // The headers of cards are read out, and cannot be seen: list options sort there.
  const pressed = useMedia(NARROW) ? undefined : sorting
  // Also a click beside the box.
  const press = { onClick: onSelect }
  return (
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
          {select}
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

/** The rows. On a narrow screen each row is a card. */
export function Body({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="block">
      {children}
    </tbody>
  )
}

/** Makes the first cell of a row. It takes clicks for its checkbox: a click beside the box also selects, and opens nothing. */
export function selectCell(box: ReactNode, handlers?: RowHandle['select']): ReactNode {
  return (
    <td role="cell" className={selectClasses} {...handlers}>
      {box}
    </td>
  )
}

/**
 * Makes one cell. On a card some values have a label before them, as they are unclear without it.
 *
 * It is no component, and neither are the contents of cells: a page has up to 700 of them, and a component costs React more
 * than its elements do.
 *
 * @param content null: there is nothing to show
 */
export function tableCell(
  column: Column,
  content: ReactNode,
  titled?: ReturnType<RowHandle['titled']>,
): ReactNode {
  const { id, header, isNamedOnCard, isBlank } = column
  const shown = content ?? (isBlank !== true && '—')
  return (
    <td key={id} role="cell" className={cellClasses(column, content === null)} {...titled}>
      {isNamedOnCard === true ? (
        <>
          <span aria-hidden className="text-muted lg:hidden">
            {`${header()} `}
          </span>
          <span>{shown}</span>
        </>
      ) : (
        shown
      )}
    </td>
  )
}
