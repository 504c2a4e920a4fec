import type { ReactNode } from 'react'

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
export type Column = (typeof COLUMNS)[number]

const headers: Record<Column, () => string> = {
  status: m.column_status,
  preview: m.column_preview,
  task: m.column_task,
  price: m.column_price,
  created: m.column_created,
  elapsed: m.column_elapsed,
  result: m.column_result,
}

const columnClass: Record<Column, string> = {
  status: 'sm:w-36',
  preview: 'sm:w-16',
  task: 'sm:w-52',
  price: 'sm:w-20 sm:text-right tabular-nums',
  created: 'sm:w-32 sm:pl-6 tabular-nums whitespace-nowrap',
  elapsed: 'sm:w-24 tabular-nums whitespace-nowrap',
  result: 'sm:max-w-0 sm:w-full',
}

/** Where a cell stands on a phone's card: status and time, task and figures, result. */
const cardClass: Record<Column, string> = {
  status: 'max-sm:col-span-2',
  created: 'max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-1 max-sm:text-right',
  task: 'max-sm:col-span-2 max-sm:row-start-2',
  price: 'max-sm:col-start-3 max-sm:row-start-2',
  elapsed: 'max-sm:col-start-4 max-sm:row-start-2 max-sm:pl-3',
  preview: 'max-sm:row-start-3 max-sm:pr-3 max-sm:empty:hidden',
  result: 'max-sm:col-[span_3/-1] max-sm:row-start-3 max-sm:min-w-0',
}

/**
 * The table "Video tasks". Its roles are written out because a phone lays the rows out as cards, and
 * some browsers forget a table's meaning when its display changes.
 */
export function Table({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <table
      role="table"
      aria-label={m.tasks_table()}
      aria-busy={isBusy}
      className={classNames('w-full transition-opacity max-sm:block', isBusy && 'opacity-55')}
    >
      {children}
    </table>
  )
}

/** The names of the columns; they stay in sight while the rows scroll. */
export function HeaderRow() {
  return (
    <thead role="rowgroup" className="sticky top-12 z-10 bg-surface max-sm:sr-only">
      <tr role="row">
        {COLUMNS.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            title={column === 'elapsed' ? m.column_elapsed_help() : undefined}
            className={classNames(
              'h-9 border-b border-line px-3 text-left text-xs font-medium text-muted',
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

/** The rows, a card each on a phone. */
export function Body({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="max-sm:block">
      {children}
    </tbody>
  )
}

/** One row. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <tr
      role="row"
      className={classNames(
        'border-b border-line last:border-b-0 hover:bg-hover',
        'max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:gap-y-1.5 max-sm:px-3 max-sm:py-3',
      )}
    >
      {children}
    </tr>
  )
}

/** One cell. On a phone its column's name stands before what would mean nothing without it. */
export function Cell({ column, children }: { column: Column; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={classNames('sm:h-10 sm:px-3', columnClass[column], cardClass[column])}
    >
      {(column === 'price' || column === 'elapsed') && (
        <span aria-hidden className="text-muted sm:hidden">
          {headers[column]()}{' '}
        </span>
      )}
      {children}
    </td>
  )
}
