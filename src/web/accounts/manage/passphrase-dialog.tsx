import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { DoneDialog, FormDialog } from '#web/accounts/form/form-dialog.tsx'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { VaultName } from '#web/accounts/form/vault-name.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { type DeviceProblem, MIN_PASSPHRASE_LENGTH } from '#web/accounts/vault/device-vault.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'

/** The field that a problem is about. */
function fieldOf(problem: DeviceProblem): 'before' | 'after' | 'form' {
  if (problem === 'wrong-passphrase') return 'before'
  return problem === 'passphrase-too-short' ? 'after' : 'form'
}

/** Changes the passphrase of this device's vault. */
export function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const [isDone, setIsDone] = useState(false)
  const form = useForm({
    initial: { before: '', after: '' },
    validate: ({ before, after }) => ({
      after: after === before && before !== '' ? m.passphrase_same() : undefined,
    }),
    submit: async ({ before, after }) => {
      const problem = await openAccountActions(home).changePassphrase(before, after)
      return problem && { [fieldOf(problem)]: describeDeviceProblem(problem) }
    },
    onDone: () => {
      setIsDone(true)
    },
  })

  if (isDone) {
    return (
      <DoneDialog
        title={m.passphrase_change_title()}
        done={m.passphrase_changed()}
        onClose={onClose}
      >
        <p>{m.passphrase_changed_text()}</p>
      </DoneDialog>
    )
  }
  return (
    <FormDialog
      title={m.passphrase_change_title()}
      form={form}
      submitLabel={m.passphrase_change_submit()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{m.passphrase_change_text()}</p>
      <VaultName />
      <SecretField
        {...form.field('before')}
        label={m.passphrase_before()}
        showLabel={m.passphrase_show()}
        name="passphrase-before"
        autoComplete="current-password"
      />
      <SecretField
        {...form.field('after')}
        label={m.passphrase_after()}
        showLabel={m.passphrase_show()}
        name="passphrase-after"
        autoComplete="new-password"
        help={m.passphrase_help_new({ min: formatNumber(MIN_PASSPHRASE_LENGTH) })}
      />
    </FormDialog>
  )
}
