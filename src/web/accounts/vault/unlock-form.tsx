import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/account-services.ts'
import { Form } from '#web/accounts/form/form-dialog.tsx'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { VaultName } from '#web/accounts/form/passphrase-field.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { m } from '#web/messages/generated/messages.js'
import { isFieldFocused } from '#web/ui/pauses.ts'

/** Opens the vault of this device with its passphrase. */
export function UnlockForm({ onUnlocked }: { onUnlocked?: () => void }) {
  const services = useAccounts()
  const form = useForm({
    initial: { passphrase: '' },
    submit: async ({ passphrase }) => {
      const problem = await openAccountActions(services).unlock(passphrase)
      return { passphrase: describeDeviceProblem(problem) }
    },
    onDone: onUnlocked,
  })

  return (
    <Form form={form} submitLabel={form.isPending ? m.unlock_opening() : m.unlock()}>
      <VaultName />
      <SecretField
        {...form.field('passphrase')}
        label={m.passphrase()}
        showLabel={m.passphrase_show()}
        inputRef={focusAtFirst}
        name="passphrase"
        autoComplete="current-password"
      />
    </Form>
  )
}

/** Gives the main field of a screen the focus, unless the person types in another one already. */
function focusAtFirst(input: HTMLInputElement | null): void {
  if (!isFieldFocused()) input?.focus()
}
