import { useEffect, useRef, useState } from 'react'

import { useAccounts } from '#web/accounts/accounts-home.ts'
import { openAccountActions } from '#web/accounts/account-actions.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { SecretField } from '#web/accounts/connect/secret-field.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** What password managers file the passphrase under: the same in every language. */
const VAULT_NAME = 'Marquee accounts of this device'

/** Opens the vault of this device with its passphrase. */
export function UnlockForm({ onUnlocked }: { onUnlocked?: () => void }) {
  const home = useAccounts()
  const input = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isOpening, setIsOpening] = useState(false)

  // The one thing that there is to do here, unless somebody types elsewhere already.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) input.current?.focus()
  }, [])

  async function submit() {
    if (isOpening) return
    setIsOpening(true)
    try {
      const result = await openAccountActions(home).unlock(passphrase)
      setProblem(describeDeviceProblem(result))
      if (result === undefined) onUnlocked?.()
      else input.current?.focus()
    } finally {
      setIsOpening(false)
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {/* Tells password managers which of their entries this is. */}
      <input type="text" name="vault" autoComplete="username" value={VAULT_NAME} readOnly hidden />
      <SecretField
        label={m.passphrase()}
        showLabel={m.passphrase_show()}
        inputRef={input}
        name="passphrase"
        autoComplete="current-password"
        value={passphrase}
        onChange={(event) => {
          setPassphrase(event.target.value)
          setProblem(undefined)
        }}
        problem={problem}
      />
      <Button tone="primary" size="large" type="submit" aria-disabled={isOpening}>
        {isOpening ? m.unlock_opening() : m.unlock()}
      </Button>
    </form>
  )
}
