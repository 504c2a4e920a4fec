import { Suspense, useState } from 'react'

import { formatJson } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { TextDialog } from '#web/tasks/lazy-parts.tsx'
import { COLUMNS } from '#web/tasks/table-parts.tsx'
import { Button } from '#web/ui/button.tsx'

/** Keeps the place of a record that could not be read, with what the service really sent. */
export function UnreadableCell({ raw, rowNumber }: { raw: unknown; rowNumber: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <td role="cell" colSpan={COLUMNS.length} className="py-1 text-sm max-lg:col-span-3 lg:px-3">
      <span className="flex flex-wrap items-center gap-3">
        <strong className="font-medium">{m.tasks_unreadable_row()}</strong>
        <span className="text-muted">{m.tasks_unreadable_row_text()}</span>
        <Button
          tone="quiet"
          onClick={() => {
            setIsOpen(true)
          }}
        >
          {m.tasks_show_raw()}
        </Button>
      </span>
      {isOpen && (
        <Suspense>
          <TextDialog
            title={m.tasks_raw_title({ row: rowNumber })}
            text={formatJson(raw)}
            isCode
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </td>
  )
}
