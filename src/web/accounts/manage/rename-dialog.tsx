import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { MAX_NAME_LENGTH } from '#web/accounts/connect/connect-form.tsx'
import { FormDialog } from '#web/accounts/form/form-dialog.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { isNameTaken } from '#web/accounts/open-accounts.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { TextField } from '#web/ui/text-field.tsx'

const clean = (name: string) => showUntrusted(name.trim(), MAX_NAME_LENGTH)

/** Renames an account. */
export function RenameDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const home = useAccounts()
  const form = useForm({
    initial: { name: account.name },
    validate: ({ name }) => {
      if (clean(name) === '') return { name: m.rename_problem() }
      const accounts = home.sessions.tabAccounts()?.accounts ?? []
      return { name: isNameTaken(accounts, clean(name), account) ? m.name_taken() : undefined }
    },
    submit: async ({ name }) => {
      const actions = openAccountActions(home)
      const problem = await actions.change(account.profileId, { name: clean(name) })
      return { name: describeDeviceProblem(problem) }
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={m.rename_title()}
      form={form}
      submitLabel={m.rename_submit()}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={m.gate_name()}
        name="account-name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
      />
    </FormDialog>
  )
}
