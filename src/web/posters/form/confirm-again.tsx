import type { ReactNode } from 'react'

import type { AskReason } from '#web/submissions/submission.ts'
import type { ToConfirm } from '#web/submissions/send-submission.ts'
import { formatRelative } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { RequestWords } from '#web/posters/request-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const SECOND_MS = 1_000

/** Asks before the same poster is sent again, as the first may have cost points already. */
export function ConfirmAgain({
  toConfirm: { request, question, askedAt },
  payer,
  onConfirm,
  onCancel,
}: {
  toConfirm: ToConfirm
  /** which account pays, and its balance if known */
  payer: ReactNode
  onConfirm: () => void
  onCancel: () => void
}) {
  const { reason } = question
  // Relative to the time of the question, so that the text does not change while it is read. At least a second
  // ago: "was sent now" would read like an order, and the clock may have been set back.
  const ago = formatRelative(Math.min(reason.at, askedAt - SECOND_MS), askedAt)
  const title =
    reason.kind === 'in-flight-elsewhere' ? m.again_flying_title() : m.unknown_again_title()
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onCancel} isQuestion>
      <p>{explain(reason, ago)}</p>
      {/* The form may have other values by now. */}
      <p className="text-sm wrap-anywhere text-muted">
        <RequestWords request={request} />
      </p>
      <p className="text-sm wrap-anywhere text-muted">{payer}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{m.unknown_again_cancel()}</Button>
        <Button
          tone="primary"
          onClick={({ detail }) => {
            // Ignore the second click of a double click: it was meant for the button that was here before.
            if (detail < 2) onConfirm()
          }}
        >
          {m.unknown_again_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}

function explain(reason: AskReason, ago: string): string {
  switch (reason.kind) {
    case 'in-flight-elsewhere':
      return reason.sameAccount ? m.again_flying({ ago }) : m.again_flying_elsewhere({ ago })
    case 'unknown':
      return m.again_unknown({ ago })
    case 'recent':
      return reason.sameAccount ? m.again_recent({ ago }) : m.again_recent_elsewhere({ ago })
  }
}
