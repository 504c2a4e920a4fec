import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import { isCreating, useAccounts } from '#web/accounts/accounts-home.ts'
import { ConnectForm } from '#web/accounts/connect/connect-form.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'

/** Replaces the key of the active account. The screen behind the dialog stays as it is. */
export function ReplaceKeyDialog({
  account,
  isRefused,
  onClose,
}: {
  account: Account
  /** the dialog has opened by itself, because the key was refused */
  isRefused: boolean
  onClose: () => void
}) {
  const home = useAccounts()
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">
        {isRefused
          ? joinSentences(m.error_unauthorized(), m.account_rows_stay())
          : m.account_replace_text()}
      </p>
      <ConnectForm
        defaultName={account.name}
        // Show the old name, as the new key may belong to another customer.
        initialName={account.name}
        replaced={account.profileId}
        connect={async ({ name = account.name, apiKey }) => {
          // With another key, the answer of a creation on its way would not be seen.
          if (isCreating(account)) return m.account_creating()
          const actions = openAccountActions(home)
          const problem = await actions.replaceKey(account.profileId, name, apiKey)
          if (problem === undefined) onClose()
          return describeDeviceProblem(problem)
        }}
      />
    </Dialog>
  )
}
