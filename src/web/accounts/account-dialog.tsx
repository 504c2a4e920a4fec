import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { AddAccountDialog } from '#web/accounts/add-account-dialog.tsx'
import { ForgetAllDialog } from '#web/accounts/forget-all-dialog.tsx'
import { ImportDialog } from '#web/accounts/import-dialog.tsx'
import { KeepOnDeviceDialog } from '#web/accounts/keep-on-device-dialog.tsx'
import { PassphraseDialog } from '#web/accounts/passphrase-dialog.tsx'
import { RenameDialog } from '#web/accounts/rename-dialog.tsx'
import { ReplaceKeyDialog } from '#web/accounts/replace-key-dialog.tsx'
import { SignOutDialog } from '#web/accounts/sign-out-dialog.tsx'

/** A dialog about accounts, and what it is about. */
export type AccountDialogRequest =
  /** isRefused: nobody asked for it, it says that the key was refused */
  | { kind: 'replace-key'; isRefused: boolean }
  | { kind: 'add' | 'forget-all' | 'import' | 'change-passphrase' }
  | { kind: 'rename' | 'sign-out' | 'keep-on-device'; profileId: string }

/** The dialog that was asked for. */
export function AccountDialog({
  request,
  onClose,
}: {
  request: AccountDialogRequest
  onClose: () => void
}) {
  const { accounts } = useAccountsState(useAccounts())
  switch (request.kind) {
    case 'replace-key':
      return <ReplaceKeyDialog isRefused={request.isRefused} onClose={onClose} />
    case 'add':
      return <AddAccountDialog onClose={onClose} />
    case 'forget-all':
      return <ForgetAllDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'change-passphrase':
      return <PassphraseDialog onClose={onClose} />
    case 'rename':
    case 'sign-out':
    case 'keep-on-device': {
      const account = accounts.find(({ profileId }) => profileId === request.profileId)
      // Signed out in another tab meanwhile.
      if (account === undefined) return null
      if (request.kind === 'rename') return <RenameDialog account={account} onClose={onClose} />
      return request.kind === 'sign-out' ? (
        <SignOutDialog account={account} onClose={onClose} />
      ) : (
        <KeepOnDeviceDialog account={account} onClose={onClose} />
      )
    }
  }
}
