import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { ConnectForm } from '#web/accounts/connect/connect-form.tsx'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Takes another key in place of the one at work; the screen stays behind it. */
export function ReplaceKeyDialog({
  account,
  isRefused,
  onClose,
}: {
  /** the one at work */
  account: Account
  /** it opens by itself, because the key at work was refused */
  isRefused: boolean
  onClose: () => void
}) {
  const home = useAccounts()
  const [isHeldUp, setIsHeldUp] = useState(false)
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">
        {isRefused
          ? joinSentences(m.error_unauthorized(), m.account_rows_stay())
          : m.account_replace_text()}
      </p>
      {isHeldUp && <Banner tone="problem" title={m.account_creating()} />}
      <ConnectForm
        defaultName={account.name}
        // In sight: the next key may be another customer's.
        initialName={account.name}
        replaced={account.profileId}
        onConnect={async ({ name = account.name, apiKey }) => {
          // A creation is on its way: whoever replaces the key now would not see its answer.
          const isBusy = account.session.queryClient.isMutating() > 0
          setIsHeldUp(isBusy)
          if (isBusy) return undefined
          const actions = openAccountActions(home)
          const problem = await actions.replaceKey(account.profileId, name, apiKey)
          if (problem === undefined) onClose()
          return problem
        }}
      />
    </Dialog>
  )
}
