import type { MouseEventHandler, ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListPage, tasksOf } from '#web/task-list/list-page.ts'
import type { Column } from '#web/tasks/table/columns.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import {
  cellPlace,
  fillingColumn,
  headCellPlace,
  headPlace,
  headRowPlace,
  headSelectPlace,
  rowPlace,
  tablePlace,
} from '#web/tasks/table/table-places.ts'
import { panelPlace } from '#web/tasks/places.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { CopyResult } from '#web/video-task/copy-button.tsx'

/** The box around a list. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className={panelPlace}>{children}</div>
}

/** Explains the outline of badges, if a row has one. */
export function EvidenceLegend({ page: { rows } }: { page: Pick<ListPage, 'rows'> }) {
  const isAnyInferred = tasksOf(rows).some(({ evidence }) => evidence.source === 'inferred')
  return isAnyInferred && <p className="text-sm text-muted">{m.evidence_legend()}</p>
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
      className={classNames(tablePlace, isBusy && 'opacity-55')}
    >
      {children}
    </table>
  )
}

/** The column headers. They are sticky while the rows scroll. */
export function HeaderRow({
  columns,
  select,
  onSelect,
}: {
  columns: readonly Column[]
  /** the "select all" checkbox */
  select?: ReactNode
  onSelect?: MouseEventHandler
}) {
  // Also a click beside the box.
  const press = { onClick: onSelect }
  return (
    <thead role="rowgroup" className={headPlace}>
      <tr role="row" className={headRowPlace}>
        <th
          role="columnheader"
          scope="col"
          aria-label={m.column_select()}
          className={headSelectPlace}
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
            className={headCellPlace(column)}
          >
            {column.header()}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The rows. On a narrow screen each row is a card. */
export function Body({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="block">
      {children}
    </tbody>
  )
}

/** One row. */
export function Row({
  atEdge,
  isOpen = false,
  isSelected = false,
  hasLink = false,
  copyResult = 'none',
  handlers,
  children,
}: {
  /** see edgeCount */
  atEdge: number
  /** its details are open */
  isOpen?: boolean
  isSelected?: boolean
  /** a click on it opens its details */
  hasLink?: boolean
  /** whether the ID of its task was copied, for a moment */
  copyResult?: CopyResult
  handlers?: RowHandle['row'] | undefined
  children: ReactNode
}) {
  return (
    <tr
      role="row"
      data-card-edge={atEdge < 3 ? atEdge : undefined}
      data-copy={copyResult === 'none' ? undefined : copyResult}
      aria-current={isOpen || undefined}
      className={classNames(
        rowPlace,
        hasLink && 'cursor-pointer',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
        isSelected && !isOpen && 'bg-hover',
      )}
      {...handlers}
    >
      {children}
    </tr>
  )
}

/** One cell. On a card some values have a label before them, as they are unclear without it. */
export function Cell({
  column,
  titled,
  children,
}: {
  column: Column
  titled?: ReturnType<RowHandle['titled']> | undefined
  /** null: there is nothing to show */
  children: ReactNode
}) {
  const { header, isNamedOnCard, isBlank } = column
  const shown = children ?? (isBlank !== true && '—')
  return (
    <td role="cell" className={cellPlace(column, children === null)} {...titled}>
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
