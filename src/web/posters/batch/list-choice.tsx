import { useId } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ListPart, RowLeftOut } from '#web/posters/list-file/read-list.ts'
import { Button } from '#web/ui/button.tsx'

/** How many of the rows that are left out are listed. */
const NAMED = 20

/** Asks which of the ways to read a list is meant, with the first URL of each. */
export function ListChoice({
  parts,
  onChoose,
}: {
  parts: readonly ListPart[]
  /** undefined: none of them */
  onChoose: (part: ListPart | undefined) => void
}) {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="flex flex-col items-start gap-3 rounded-panel border border-line px-4 py-3"
    >
      <p id={id} className="text-sm font-medium">
        {listQuestion(parts)}
      </p>
      {parts.map((part) => (
        <div key={`${part.kind} ${part.column}`} className="flex max-w-full flex-col gap-1">
          <Button
            aria-describedby={`${id}-${part.kind}-${part.column}`}
            onClick={() => {
              onChoose(part)
            }}
            className="max-w-full self-start"
          >
            <span className="truncate">{nameOf(part)}</span>
          </Button>
          <p id={`${id}-${part.kind}-${part.column}`} className="text-sm wrap-anywhere text-muted">
            {m.batch_list_example({
              count: part.lines.length,
              shown: formatNumber(part.lines.length),
              url: showUntrusted(part.lines[0] ?? '', CELL_LENGTH),
            })}
          </p>
        </div>
      ))}
      <Button
        tone="quiet"
        onClick={() => {
          onChoose(undefined)
        }}
      >
        {m.batch_list_nothing()}
      </Button>
    </div>
  )
}

/** What ListChoice asks. */
export function listQuestion(parts: readonly ListPart[]): string {
  return parts.some(({ kind }) => kind === 'lines') ? m.batch_list_where() : m.batch_list_which()
}

/** The rows of a list that are left out, by their number. */
export function RowsLeftOut({ rows }: { rows: readonly RowLeftOut[] }) {
  if (rows.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {rows.slice(0, NAMED).map(({ row, text }, index) => (
        // Several files can have the same row.
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
        <li key={index} className="wrap-anywhere">
          <span className="font-medium tabular-nums">
            {m.batch_list_row({ row: formatNumber(row) })}
          </span>
          <span>{' · '}</span>
          <bdi lang="">{showUntrusted(text, CELL_LENGTH)}</bdi>
        </li>
      ))}
      {rows.length > NAMED && <li>{m.batch_more({ shown: formatNumber(rows.length - NAMED) })}</li>}
    </ul>
  )
}

function nameOf({ kind, name, column }: ListPart): string {
  if (kind === 'columns') return m.batch_list_all()
  if (kind === 'lines') return m.batch_list_whole()
  return name === ''
    ? m.batch_list_numbered({ number: formatNumber(column) })
    : m.batch_list_named({ name: showUntrusted(name, CELL_LENGTH) })
}
