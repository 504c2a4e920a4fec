import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { MAX_NAME_LENGTH } from '#web/accounts/connect/connect-form.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { isNameTaken } from '#web/accounts/open-accounts.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Gives an account another name. */
export function RenameDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const home = useAccounts()
  const [name, setName] = useState(account.name)
  const [problem, setProblem] = useState<string>()

  async function submit() {
    const next = showUntrusted(name.trim(), MAX_NAME_LENGTH)
    if (next === '') {
      setProblem(m.rename_problem())
      return
    }
    if (isNameTaken(home.sessions.open()?.accounts ?? [], next, account)) {
      setProblem(m.name_taken())
      return
    }
    const result = await openAccountActions(home).change(account.profileId, { name: next })
    setProblem(describeDeviceProblem(result))
    if (result === undefined) onClose()
  }

  return (
    <Dialog title={m.rename_title()} closeLabel={m.close()} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={m.gate_name()}
          name="account-name"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
          problem={problem}
        />
        <Button tone="primary" size="large" type="submit">
          {m.rename_submit()}
        </Button>
      </form>
    </Dialog>
  )
}
