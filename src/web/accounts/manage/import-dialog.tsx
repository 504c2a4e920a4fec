import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/account-services.ts'
import { DoneDialog, FormDialog } from '#web/accounts/form/form-dialog.tsx'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { type FormProblems, useForm } from '#web/accounts/form/use-form.ts'
import { VaultName } from '#web/accounts/form/passphrase-field.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { canKeepOnDevice, type MergeResult } from '#web/accounts/vault/device-vault.ts'
import { MAX_VAULT_LENGTH } from '#web/accounts/vault/vault-format.ts'
import { counted } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { FileField } from '#web/ui/file-field.tsx'

/** Imports the encrypted accounts of another computer. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const services = useAccounts()
  const [file, setFile] = useState<File>()
  const [done, setDone] = useState<{ added: number; known: number }>()
  const form = useForm({
    initial: { file: '', passphrase: '' },
    submit: async ({ passphrase }) => {
      const text = await readText(file)
      if (text === undefined) return { file: m.import_problem_file() }
      const result = await openAccountActions(services).importVault(text, passphrase)
      if (!result.ok) return problemsOf(result)
      setDone(result)
      return undefined
    },
  })

  if (done !== undefined) {
    return (
      <DoneDialog
        title={m.import_title()}
        done={m.import_done(counted(done.added))}
        onClose={onClose}
      >
        {done.known > 0 && <p>{m.import_known(counted(done.known))}</p>}
      </DoneDialog>
    )
  }
  return (
    <FormDialog
      title={m.import_title()}
      form={form}
      submitLabel={m.import_submit()}
      isSubmitDisabled={!canKeepOnDevice()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {canKeepOnDevice() ? m.import_text() : m.keep_device_impossible()}
      </p>
      <FileField
        label={m.import_file()}
        chooseLabel={m.file_choose()}
        onChange={([chosen]) => {
          setFile(chosen)
          form.set('file', chosen?.name ?? '')
        }}
        problem={form.problems.file}
      />
      <VaultName />
      <SecretField
        {...form.field('passphrase')}
        label={m.passphrase()}
        showLabel={m.passphrase_show()}
        name="passphrase"
        autoComplete="current-password"
        help={m.import_passphrase_help()}
      />
    </FormDialog>
  )
}

function problemsOf({
  problem,
  of,
}: Extract<MergeResult, { ok: false }>): FormProblems<'file' | 'passphrase'> {
  // What there is to do about damaged accounts is said of those of this device.
  const isFileDamaged = of === 'file' && problem === 'damaged'
  const words = isFileDamaged ? m.import_problem_damaged() : describeDeviceProblem(problem)
  if (of === 'file') return problem === 'wrong-passphrase' ? { passphrase: words } : { file: words }
  return { form: problem === 'wrong-passphrase' ? m.import_problem_locked() : words }
}

/** @returns undefined: no file was chosen, it is too large, or it cannot be read */
async function readText(file: File | undefined): Promise<string | undefined> {
  if (file === undefined || file.size > MAX_VAULT_LENGTH) return undefined
  return file.text().catch(() => undefined)
}
