import type { MouseEventHandler, ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { classNames } from '#web/ui/class-names.ts'

/** The columns, in order. */
export const COLUMNS = [
  'status',
  'preview',
  'task',
  'price',
  'created',
  'elapsed',
  'result',
] as const
/** The name of one. */
export type Column = (typeof COLUMNS)[number]

/** What stands above each. */
export const headers: Record<Column, () => string> = {
  status: m.tasks_status,
  preview: m.column_preview,
  task: m.column_task,
  price: m.column_price,
  created: m.column_created,
  elapsed: m.column_elapsed,
  result: m.column_result,
}

// Widths of their own, and the rest for the result: what a row says moves no column. Some yield to a task's details.
const columnClass: Record<Column, string> = {
  status: 'lg:w-36 lg:pl-2',
  preview: 'lg:w-18 yields',
  task: 'lg:w-52 xl:w-60',
  price: 'lg:w-24 lg:text-right tabular-nums yields-below-xl',
  created: 'lg:w-36 lg:pl-6 tabular-nums whitespace-nowrap lg:truncate',
  elapsed: 'lg:w-28 tabular-nums whitespace-nowrap lg:truncate yields',
  result: 'yields',
}

/**
 * Where a cell stands on a card: box, status, task and result, and beside them time, price and elapsed, one below
 * the other.
 */
const cardClass: Record<Column, string> = {
  // The box is before it.
  status: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
  created: 'max-lg:order-first max-lg:col-start-3 max-lg:text-right',
  task: 'max-lg:col-span-2 max-lg:row-start-2',
  price: 'max-lg:col-start-3 max-lg:text-right',
  preview: 'max-lg:row-start-3 max-lg:pr-3 max-lg:empty:hidden',
  result:
    'max-lg:col-start-2 max-lg:row-start-3 max-lg:min-w-0 max-lg:group-has-data-nothing/row:col-end-[-1] max-lg:has-data-nothing:hidden',
  elapsed: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right max-lg:has-data-nothing:hidden',
}

/**
 * The table "Video tasks". Its roles are written out because a narrow screen lays the rows out as cards, and
 * some browsers forget a table's meaning when its display changes.
 */
export function Table({
  isBusy,
  onClick,
  children,
}: {
  isBusy: boolean
  onClick?: MouseEventHandler
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- each row has a link that does the same
    <table
      role="table"
      aria-label={m.title_tasks()}
      aria-busy={isBusy}
      onClick={onClick}
      className={classNames(
        'w-full transition-opacity max-lg:block lg:table-fixed',
        isBusy && 'opacity-55',
      )}
    >
      {children}
    </table>
  )
}

/** The names of the columns; they stay in sight while the rows scroll. */
export function HeaderRow({
  select,
}: {
  /** the box for all of them */
  select?: ReactNode
}) {
  return (
    <thead role="rowgroup" className="sticky top-(--header) z-10 bg-surface max-lg:sr-only">
      <tr role="row">
        <th
          role="columnheader"
          scope="col"
          aria-label={m.column_select()}
          className="w-8 border-b border-line max-lg:[&>label]:hidden"
        >
          <span className="lg:hidden">{m.column_select()}</span>
          {select}
        </th>
        {COLUMNS.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            data-column={column}
            title={column === 'elapsed' ? m.column_elapsed_help() : undefined}
            className={classNames(
              'h-9 border-b border-line px-3 text-left text-xs font-medium whitespace-nowrap text-muted',
              columnClass[column],
            )}
          >
            {headers[column]()}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The rows, a card each on a narrow screen. */
export function Body({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="max-lg:block">
      {children}
    </tbody>
  )
}

/** One row. */
export function Row({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  return (
    <tr
      role="row"
      aria-current={isOpen || undefined}
      className={classNames(
        'group/row border-b border-line last:border-b-0 has-data-task:cursor-pointer hover:bg-hover has-checked:bg-hover aria-[current]:bg-accent-soft',
        'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)] max-lg:items-center max-lg:gap-y-1.5 max-lg:px-3 max-lg:py-3',
      )}
    >
      {children}
    </tr>
  )
}

/** One cell. On a card a word stands before what would mean nothing without it. */
export function Cell({ column, children }: { column: Column; children: ReactNode }) {
  return (
    <td
      role="cell"
      data-column={column}
      className={classNames('lg:h-10 lg:px-3', columnClass[column], cardClass[column])}
    >
      {column === 'price' && (
        <span aria-hidden className="text-muted lg:hidden">
          {headers.price()}{' '}
        </span>
      )}
      {children}
    </td>
  )
}
