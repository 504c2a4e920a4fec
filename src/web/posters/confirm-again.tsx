import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before the same poster is sent again although the first may have been created and charged. */
export function ConfirmAgain({
  onConfirm,
  onCancel,
}: {
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Dialog title={m.unknown_again_title()} closeLabel={m.close()} onClose={onCancel}>
      <p>{m.unknown_again_text()}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{m.unknown_again_cancel()}</Button>
        <Button tone="primary" onClick={onConfirm}>
          {m.unknown_again_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}
