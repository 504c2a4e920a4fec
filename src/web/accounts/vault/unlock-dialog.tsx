import { UnlockForm } from '#web/accounts/vault/unlock-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** Opens the vault beside the accounts that this tab keeps. */
export function UnlockDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.unlock_title()} closeLabel={m.close()} onClose={onClose}>
      <UnlockForm onUnlocked={onClose} />
    </Dialog>
  )
}
