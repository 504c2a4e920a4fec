import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { FormDialog } from '#web/accounts/form/form-dialog.tsx'
import { useKeepDeviceHelp } from '#web/accounts/form/keep-device-help.ts'
import { PassphraseField } from '#web/accounts/form/passphrase-field.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { m } from '#web/messages/generated/messages.js'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Moves an account of this tab into the vault of this device. */
export function KeepOnDeviceDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const home = useAccounts()
  const help = useKeepDeviceHelp()
  const form = useForm({
    initial: { passphrase: '' },
    submit: async ({ passphrase }) => {
      const problem = await openAccountActions(home).keepOnDevice(account.profileId, passphrase)
      return { passphrase: describeDeviceProblem(problem) }
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={<SentenceWith shown={account.name} say={(name) => m.keep_on_device_title({ name })} />}
      form={form}
      submitLabel={m.keep_on_device_submit()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{help}</p>
      <PassphraseField {...form.field('passphrase')} />
    </FormDialog>
  )
}
