import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** The cell of a record that could not be read. It offers the raw record. */
export function UnreadableCell({ columnCount }: { columnCount: number }) {
  return (
    <td
      role="cell"
      colSpan={columnCount}
      className="flex flex-wrap items-center gap-3 py-1 text-sm max-lg:col-span-3 max-lg:col-start-1 max-lg:row-start-1 lg:px-2"
    >
      <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
      <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
      <Button tone="quiet" data-action="record">
        {m.tasks_show_raw()}
      </Button>
    </td>
  )
}
