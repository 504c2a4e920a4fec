import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccount, useAccounts } from '#web/accounts/accounts-home.ts'
import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Takes another key in place of the one at work; the screen stays behind it. */
export function ReplaceKeyDialog({
  isRefused,
  onClose,
}: {
  /** it opens by itself, because the key at work was refused */
  isRefused: boolean
  onClose: () => void
}) {
  const home = useAccounts()
  const account = useAccount(home.sessions)
  const [isHeldUp, setIsHeldUp] = useState(false)
  if (account === null) return null
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">
        {isRefused
          ? `${m.error_unauthorized()} ${m.account_rows_stay()}`
          : m.account_replace_text()}
      </p>
      {isHeldUp && <Banner tone="problem" title={m.account_creating()} />}
      <ConnectForm
        defaultName={account.name}
        // In sight: the next key may be another customer's.
        initialName={account.name}
        isReplacing
        onConnect={async ({ name, apiKey }) => {
          // A creation is on its way: whoever replaces the key now would not see its answer.
          const isBusy = account.session.queryClient.isMutating() > 0
          setIsHeldUp(isBusy)
          if (isBusy) return undefined
          onClose()
          return openAccountActions(home).replaceKey(name, apiKey)
        }}
      />
    </Dialog>
  )
}
