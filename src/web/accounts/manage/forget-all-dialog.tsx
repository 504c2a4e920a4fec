import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { isCreating, useAccounts } from '#web/accounts/account-services.ts'
import { ConfirmDialog } from '#web/accounts/form/confirm-dialog.tsx'
import { m } from '#web/messages/generated/messages.js'

/** Asks before everything of this app is removed from this browser. */
export function ForgetAllDialog({ onClose }: { onClose: () => void }) {
  const services = useAccounts()
  const [problem, setProblem] = useState<string>()

  function forget() {
    if (isCreating(services.sessions.current())) {
      setProblem(m.account_creating())
      return
    }
    onClose()
    void openAccountActions(services).forgetEverything()
  }

  return (
    <ConfirmDialog
      title={m.forget_all_title()}
      problem={problem}
      confirmLabel={m.forget_all_confirm()}
      onConfirm={forget}
      onClose={onClose}
    >
      <p>{m.forget_all_text()}</p>
    </ConfirmDialog>
  )
}
