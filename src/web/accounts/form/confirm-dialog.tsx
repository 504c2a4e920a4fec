import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before something is removed for good. */
export function ConfirmDialog({
  title,
  problem,
  confirmLabel,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode
  /** why it was not done; undefined: it was not tried */
  problem: string | undefined
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose} isQuestion>
      {children}
      {problem !== undefined && <Banner tone="problem" title={problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button tone="danger" size="large" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
