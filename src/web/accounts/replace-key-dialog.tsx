import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** Takes another key in place of the one at work; the screen stays behind it. */
export function ReplaceKeyDialog({
  accountName,
  isRefused,
  onConnect,
  onClose,
}: {
  accountName: string
  /** it opens by itself, because the key at work was refused */
  isRefused: boolean
  onConnect: (name: string, apiKey: string) => void
  onClose: () => void
}) {
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">
        {isRefused
          ? `${m.error_unauthorized()} ${m.account_rows_stay()}`
          : m.account_replace_text()}
      </p>
      <ConnectForm defaultName={accountName} onConnect={onConnect} />
    </Dialog>
  )
}
