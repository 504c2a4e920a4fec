import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** Takes another key in place of the one at work; the screen stays behind it. */
export function ReplaceKeyDialog({
  accountName,
  onConnect,
  onClose,
}: {
  accountName: string
  onConnect: (name: string, apiKey: string) => void
  onClose: () => void
}) {
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">{m.account_replace_text()}</p>
      <ConnectForm defaultName={accountName} onConnect={onConnect} />
    </Dialog>
  )
}
