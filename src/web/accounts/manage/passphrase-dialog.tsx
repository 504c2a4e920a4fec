import { useRef, useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { MIN_PASSPHRASE_LENGTH } from '#web/accounts/vault/passphrase.ts'
import { SecretField } from '#web/accounts/connect/secret-field.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Gives the vault of this device another passphrase. */
export function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const beforeInput = useRef<HTMLInputElement>(null)
  const afterInput = useRef<HTMLInputElement>(null)
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const [beforeProblem, setBeforeProblem] = useState<string>()
  const [afterProblem, setAfterProblem] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)

  async function submit() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await change()
    } finally {
      setIsBusy(false)
    }
  }

  async function change() {
    if (after === before && before !== '') {
      setAfterProblem(m.passphrase_same())
      afterInput.current?.focus()
      return
    }
    const result = await openAccountActions(home).changePassphrase(before, after)
    const words = describeDeviceProblem(result)
    const isAboutAfter = result === 'passphrase-too-short'
    const isAboutBefore = result === 'wrong-passphrase'
    setAfterProblem(isAboutAfter ? words : undefined)
    setBeforeProblem(isAboutBefore ? words : undefined)
    setProblem(isAboutAfter || isAboutBefore ? undefined : words)
    if (isAboutAfter) afterInput.current?.focus()
    if (isAboutBefore) beforeInput.current?.focus()
    setIsDone(result === undefined)
  }

  if (isDone) {
    return (
      <Dialog title={m.passphrase_change_title()} closeLabel={m.close()} onClose={onClose}>
        <Banner tone="note" title={m.passphrase_changed()}>
          <p>{m.passphrase_changed_text()}</p>
        </Banner>
        <Button size="large" onClick={onClose}>
          {m.close()}
        </Button>
      </Dialog>
    )
  }

  return (
    <Dialog title={m.passphrase_change_title()} closeLabel={m.close()} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-sm text-muted">{m.passphrase_change_text()}</p>
        <SecretField
          label={m.passphrase_before()}
          showLabel={m.passphrase_show()}
          inputRef={beforeInput}
          name="passphrase-before"
          autoComplete="current-password"
          value={before}
          onChange={(event) => {
            setBefore(event.target.value)
            setBeforeProblem(undefined)
          }}
          problem={beforeProblem}
        />
        <SecretField
          label={m.passphrase_after()}
          showLabel={m.passphrase_show()}
          inputRef={afterInput}
          name="passphrase-after"
          autoComplete="new-password"
          value={after}
          onChange={(event) => {
            setAfter(event.target.value)
            setAfterProblem(undefined)
          }}
          help={m.passphrase_help_new({ min: formatNumber(MIN_PASSPHRASE_LENGTH) })}
          problem={afterProblem}
        />
        {problem !== undefined && <Banner tone="problem" title={problem} />}
        <Button tone="primary" size="large" type="submit" aria-disabled={isBusy}>
          {m.passphrase_change_submit()}
        </Button>
      </form>
    </Dialog>
  )
}
