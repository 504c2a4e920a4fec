import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { ConnectForm } from '#web/accounts/connect/connect-form.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** "Account 1", or the next number whose name is not taken. */
function freeName(names: readonly string[]): string {
  const named = (number: number) => m.account_default_name({ number: formatNumber(number) })
  let number = 1
  while (names.includes(named(number))) number += 1
  return named(number)
}

/** Connects another account. Those that are open stay open. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const { accounts } = useAccountsState(home)
  return (
    <Dialog title={m.account_add_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">{m.account_add_text()}</p>
      <ConnectForm
        hasOptionsOpen
        defaultName={freeName(accounts.map(({ name }) => name))}
        connect={async (account, passphrase) => {
          const problem = await openAccountActions(home).connect(account, passphrase)
          if (problem === undefined) onClose()
          return describeDeviceProblem(problem)
        }}
      />
    </Dialog>
  )
}
