import { useRef, useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { PassphraseField } from '#web/accounts/connect/keep-choice.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Moves an account that this tab keeps into the vault of this device. */
export function KeepOnDeviceDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const home = useAccounts()
  const input = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const result = await openAccountActions(home).keepOnDevice(account.profileId, passphrase)
      setProblem(describeDeviceProblem(result))
      if (result === undefined) onClose()
      else input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      title={<SentenceWith shown={account.name} say={(name) => m.keep_on_device_title({ name })} />}
      closeLabel={m.close()}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-sm text-muted">{m.keep_device_help()}</p>
        <PassphraseField
          inputRef={input}
          value={passphrase}
          onChange={(next) => {
            setPassphrase(next)
            setProblem(undefined)
          }}
          problem={problem}
        />
        <Button tone="primary" size="large" type="submit" aria-disabled={isBusy}>
          {m.keep_on_device_submit()}
        </Button>
      </form>
    </Dialog>
  )
}
