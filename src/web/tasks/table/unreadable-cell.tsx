import { m } from '#web/messages/generated/messages.js'
import { RawJson } from '#web/tasks/table/raw-json.tsx'
import { Button } from '#web/ui/button.tsx'

/** The cell of a record that could not be read. It offers the raw record. */
export function UnreadableCell({
  raw,
  rowNumber,
  columnCount,
}: {
  raw: unknown
  rowNumber: number
  columnCount: number
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the rule does not look deep enough to find its text
    <td
      role="cell"
      colSpan={columnCount}
      className="py-1 text-sm max-lg:col-span-3 max-lg:col-start-1 max-lg:row-start-1 lg:px-2"
    >
      <span className="flex flex-wrap items-center gap-3">
        <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
        <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
        <RawJson title={m.tasks_raw_title({ row: rowNumber })} raw={raw}>
          {(open) => (
            <Button tone="quiet" onClick={open}>
              {m.tasks_show_raw()}
            </Button>
          )}
        </RawJson>
      </span>
    </td>
  )
}
