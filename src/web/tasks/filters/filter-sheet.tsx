import { type ReactNode, useState } from 'react'

import type { ListRequest } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { FiltersButton } from '#web/tasks/filters/filters-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The sheet for filters that do not fit on a narrow screen, and its button. */
export function FilterSheet({ request, children }: { request: ListRequest; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
  }
  return (
    <>
      <FiltersButton
        request={request}
        onClick={() => {
          setIsOpen(true)
        }}
      />
      {isOpen && (
        <Dialog title={m.filters()} closeLabel={m.close()} onClose={close}>
          <div className="flex flex-col gap-3 *:justify-between">{children}</div>
          <Button tone="primary" size="large" onClick={close}>
            {m.filters_done()}
          </Button>
        </Dialog>
      )}
    </>
  )
}
