import type { MouseEventHandler, ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { Column } from '#web/tasks/table/columns.tsx'
import { classNames } from '#web/ui/class-names.ts'

/**
 * The table "Video tasks". Its roles are explicit: a narrow screen shows the rows as cards, and some browsers
 * drop the table semantics when `display` changes.
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

/** The column headers. They are sticky while the rows scroll. */
export function HeaderRow({
  columns,
  select,
}: {
  columns: readonly Column[]
  /** the "select all" checkbox */
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
        {columns.map(({ id, header, help, inTable }) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            data-column={id}
            title={help?.()}
            className={classNames(
              'h-9 border-b border-line px-3 text-left text-xs font-medium whitespace-nowrap text-muted',
              inTable,
            )}
          >
            {header()}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The rows. On a narrow screen each row is a card. */
export function Body({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="max-lg:block">
      {children}
    </tbody>
  )
}

/** One row. */
export function Row({
  columns,
  isOpen = false,
  children,
}: {
  columns: readonly Column[]
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <tr
      role="row"
      data-card-edge={columns.filter(({ isAtCardEdge }) => isAtCardEdge === true).length}
      aria-current={isOpen || undefined}
      className={classNames(
        'border-b border-line last:border-b-0 has-data-task:cursor-pointer hover:bg-hover has-checked:bg-hover aria-[current]:bg-accent-soft',
        'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)] max-lg:items-center max-lg:gap-y-1.5 max-lg:px-3 max-lg:py-3',
      )}
    >
      {children}
    </tr>
  )
}

/** One cell. On a card some values have a label before them, as they are unclear without it. */
export function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const { id, header, inTable, onCard, isNamedOnCard } = column
  return (
    <td role="cell" data-column={id} className={classNames('lg:h-10 lg:px-3', inTable, onCard)}>
      {isNamedOnCard === true && (
        <span aria-hidden className="text-muted lg:hidden">
          {header()}{' '}
        </span>
      )}
      {children}
    </td>
  )
}
