import type { MouseEventHandler, ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListPage, tasksOf } from '#web/task-list/list-page.ts'
import type { Column } from '#web/tasks/table/columns.tsx'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { CopyResult } from '#web/video-task/copy-button.tsx'

/** The box around a list. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className="overflow-clip rounded-panel border border-line bg-surface">{children}</div>
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
      data-fills={columns.some(({ id }) => id === 'result') ? 'result' : 'task'}
      className={classNames('task-table block', isBusy && 'opacity-55')}
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
    <thead role="rowgroup" className="sticky top-(--header) z-10 block bg-surface max-lg:sr-only">
      <tr role="row" className="flex h-9 items-center border-b border-line">
        <th
          role="columnheader"
          scope="col"
          aria-label={m.column_select()}
          className="flex w-8 items-center justify-end self-stretch select-none max-lg:*:[input]:hidden"
          {...press}
        >
          <span className="lg:hidden">{m.column_select()}</span>
          {select}
        </th>
        {columns.map(({ id, header, help, inTable }) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            title={help?.()}
            className={classNames(
              `column-${id}`,
              'px-3 text-left text-xs font-medium whitespace-nowrap text-muted',
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
    <tbody role="rowgroup" className="block">
      {children}
    </tbody>
  )
}

/** One row. */
export function Row({
  edgeCount,
  isOpen = false,
  isSelected = false,
  hasLink = false,
  copyResult = 'none',
  handlers,
  children,
}: {
  /** how many cells are at the right edge of the card; with three of them it has its usual layout */
  edgeCount: number
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
      data-card-edge={edgeCount < 3 ? edgeCount : undefined}
      data-copy={copyResult === 'none' ? undefined : copyResult}
      aria-current={isOpen || undefined}
      className={classNames(
        'task-row border-b border-line last:border-b-0 lg:flex lg:items-center',
        'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)] max-lg:items-center max-lg:gap-y-1.5 max-lg:px-3 max-lg:py-3',
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
  column: { id, header, inTable, onCard, isNamedOnCard, isLeftOutOnCard, isBlank },
  titled,
  children,
}: {
  column: Column
  titled?: ReturnType<RowHandle['titled']> | undefined
  /** null: there is nothing to show */
  children: ReactNode
}) {
  const isNothing = children === null
  const shown = isNothing ? isBlank !== true && '—' : children
  return (
    <td
      role="cell"
      className={classNames(
        `column-${id} lg:px-3`,
        inTable,
        onCard,
        isNothing && 'text-muted',
        isNothing && isLeftOutOnCard === true && 'max-lg:hidden',
      )}
      {...titled}
    >
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
