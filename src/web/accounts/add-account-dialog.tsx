import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** Connects one more account; those that are open stay open. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const { accounts } = useAccountsState(home)
  return (
    <Dialog title={m.account_add_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">{m.account_add_text()}</p>
      <ConnectForm
        defaultName={m.account_default_name({ number: formatNumber(accounts.length + 1) })}
        onConnect={async ({ onDevice, ...account }) => {
          if (onDevice === null) {
            onClose()
            home.sessions.connect(account)
            return undefined
          }
          const actions = openAccountActions(home)
          const problem = await actions.connectOnDevice(account, onDevice.passphrase)
          if (problem === undefined) onClose()
          return problem
        }}
      />
    </Dialog>
  )
}
