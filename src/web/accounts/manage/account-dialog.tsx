import { useEffect, useEffectEvent, useState } from 'react'

import { useAccounts, useShownAccounts, isCreating } from '#web/accounts/account-services.ts'
import { editButtonId } from '#web/accounts/manage/keeping.ts'
import { ForgetAllDialog } from '#web/accounts/manage/forget-all-dialog.tsx'
import { ImportDialog } from '#web/accounts/manage/import-dialog.tsx'
import { SignOutDialog } from '#web/accounts/manage/sign-out-dialog.tsx'
import { UnlockForm } from '#web/accounts/vault/unlock-form.tsx'
import { openAccountActions } from '#web/accounts/account-actions.ts'
import { ConnectForm } from '#web/accounts/connect/connect-form.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { AccountSummary } from '#web/accounts/account-record.ts'
import { FormDialog, DoneDialog } from '#web/accounts/form/form-dialog.tsx'
import { useKeepDeviceHelp } from '#web/accounts/form/keep-device-help.ts'
import { PassphraseField, VaultName } from '#web/accounts/form/passphrase-field.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { type DeviceProblem, MIN_PASSPHRASE_LENGTH } from '#web/accounts/vault/device-vault.ts'

const LendDialog = lazyPart(
  async () => (await import('#web/accounts/lend/lend-dialog.tsx')).LendDialog,
  NotLoaded,
  'never',
)

/** A dialog about accounts, and what it is about. */
export type AccountDialogRequest =
  /** newKey: it is about the key, or opens by itself because the key was refused */
  | { kind: 'edit'; profileId: string; newKey?: 'asked' | 'refused' }
  | { kind: 'add' | 'forget-all' | 'import' | 'unlock' | 'change-passphrase' }
  | { kind: 'sign-out' | 'keep-on-device'; profileId: string }
  /** tasks: their names; none: the whole list of the active account */
  | { kind: 'lend'; tasks: readonly string[] }

/** The dialog that was asked for. */
export function AccountDialog({
  request,
  onClose,
}: {
  request: AccountDialogRequest
  onClose: () => void
}) {
  const { account, accounts } = useShownAccounts(useAccounts())
  const about = 'profileId' in request ? request.profileId : undefined
  const named = accounts.find(({ profileId }) => profileId === about)
  // Another tab may have signed out of the account, or made another one active.
  const isActive = account !== null && account.profileId === about
  const isLeft = request.kind === 'edit' && request.newKey !== undefined && !isActive
  const isGone = about !== undefined && (named === undefined || isLeft)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
  switch (request.kind) {
    case 'add':
      return <AddAccountDialog onClose={onClose} />
    case 'forget-all':
      return <ForgetAllDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'unlock':
      return (
        <Dialog title={m.unlock_title()} closeLabel={m.close()} onClose={onClose}>
          <UnlockForm onUnlocked={onClose} />
        </Dialog>
      )
    case 'change-passphrase':
      return <PassphraseDialog onClose={onClose} />
    case 'edit':
      return (
        named && (
          <EditDialog
            account={named}
            active={isActive ? account : null}
            newKey={request.newKey}
            onClose={onClose}
          />
        )
      )
    case 'lend':
      return account && <LendDialog account={account} tasks={request.tasks} onClose={onClose} />
    case 'sign-out':
      return named && <SignOutDialog account={named} onClose={onClose} />
    case 'keep-on-device':
      return named && <KeepOnDeviceDialog account={named} onClose={onClose} />
  }
}

/** "Account 1", or the next number whose name is not taken. */
function freeName(names: readonly string[]): string {
  const named = (number: number) => m.account_default_name({ number: formatNumber(number) })
  let number = 1
  while (names.includes(named(number))) number += 1
  return named(number)
}

/** Connects another account. Those that are open stay open. */
function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const services = useAccounts()
  const { accounts } = useShownAccounts(services)
  return (
    <Dialog title={m.account_add_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">{m.account_add_text()}</p>
      <ConnectForm
        hasOptionsOpen
        defaultName={freeName(accounts.map(({ name }) => name))}
        connect={async (account, passphrase) => {
          const problem = await openAccountActions(services).connect(account, passphrase)
          if (problem === undefined) onClose()
          return describeDeviceProblem(problem)
        }}
      />
    </Dialog>
  )
}

/** Moves an account of this tab into the vault of this device. */
function KeepOnDeviceDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const services = useAccounts()
  const help = useKeepDeviceHelp()
  const form = useForm({
    initial: { passphrase: '' },
    submit: async ({ passphrase }) => {
      const problem = await openAccountActions(services).keepOnDevice(account.profileId, passphrase)
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

/** Changes the name of an account, whether it is read-only, and the key of the active one. The screen behind it stays as it is. */
function EditDialog({
  account,
  active,
  newKey,
  onClose,
}: {
  account: AccountSummary
  /** the same account, if it is in use */
  active: Account | null
  newKey: 'asked' | 'refused' | undefined
  onClose: () => void
}) {
  const services = useAccounts()
  const { profileId, isReadOnly } = account
  const actions = openAccountActions(services)
  const possible = active === null ? 'none' : 'possible'
  return (
    <Dialog
      title={m.account_edit()}
      closeLabel={m.close()}
      onClose={onClose}
      // The mark begins a new session, with a new list of accounts.
      returnTo={() => document.getElementById(editButtonId(profileId)) ?? undefined}
    >
      {newKey !== undefined && (
        <p className="text-sm text-muted">
          {newKey === 'refused'
            ? joinSentences(m.error_unauthorized(), m.account_rows_stay())
            : m.account_replace_text()}
        </p>
      )}
      <ConnectForm
        defaultName={account.name}
        edited={{ ...account, newKey: newKey === undefined ? possible : 'needed' }}
        connect={async ({ name = account.name, apiKey, isReadOnly: mark }) => {
          const change = { name, isReadOnly: mark }
          // With another session, the answer of a creation on its way would not be seen.
          const endsSession = apiKey !== '' || mark !== isReadOnly
          if (endsSession && isCreating(active)) return m.account_creating()
          const problem = await (apiKey === ''
            ? actions.change(profileId, change)
            : actions.replaceKey(profileId, { ...change, apiKey }))
          if (problem === undefined) onClose()
          return describeDeviceProblem(problem)
        }}
      />
    </Dialog>
  )
}

/** The field that a problem is about. */
function fieldOf(problem: DeviceProblem): 'before' | 'after' | 'form' {
  if (problem === 'wrong-passphrase') return 'before'
  return problem === 'passphrase-too-short' ? 'after' : 'form'
}

/** Changes the passphrase of this device's vault. */
function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const services = useAccounts()
  const [isDone, setIsDone] = useState(false)
  const form = useForm({
    initial: { before: '', after: '' },
    validate: ({ before, after }) => ({
      after: after === before && before !== '' ? m.passphrase_same() : undefined,
    }),
    submit: async ({ before, after }) => {
      const problem = await openAccountActions(services).changePassphrase(before, after)
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
