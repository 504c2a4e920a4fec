import { useEffect, useEffectEvent } from 'react'

import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { AddAccountDialog } from '#web/accounts/manage/add-account-dialog.tsx'
import { ForgetAllDialog } from '#web/accounts/manage/forget-all-dialog.tsx'
import { ImportDialog } from '#web/accounts/manage/import-dialog.tsx'
import { KeepOnDeviceDialog } from '#web/accounts/manage/keep-on-device-dialog.tsx'
import { PassphraseDialog } from '#web/accounts/manage/passphrase-dialog.tsx'
import { RenameDialog } from '#web/accounts/manage/rename-dialog.tsx'
import { ReplaceKeyDialog } from '#web/accounts/manage/replace-key-dialog.tsx'
import { SignOutDialog } from '#web/accounts/manage/sign-out-dialog.tsx'
import { UnlockDialog } from '#web/accounts/vault/unlock-form.tsx'

/** A dialog about accounts, and what it is about. */
export type AccountDialogRequest =
  /** isRefused: it opens by itself, because the key was refused */
  | { kind: 'replace-key'; profileId: string; isRefused: boolean }
  | { kind: 'add' | 'forget-all' | 'import' | 'unlock' | 'change-passphrase' }
  | { kind: 'rename' | 'sign-out' | 'keep-on-device'; profileId: string }

/** The dialog that was asked for. */
export function AccountDialog({
  request,
  onClose,
}: {
  request: AccountDialogRequest
  onClose: () => void
}) {
  const { account, accounts } = useAccountsState(useAccounts())
  const about = 'profileId' in request ? request.profileId : undefined
  const named = accounts.find(({ profileId }) => profileId === about)
  // Another tab may have signed out of the account, or made another one active.
  const isLeft = request.kind === 'replace-key' && account?.profileId !== about
  const isGone = about !== undefined && (named === undefined || isLeft)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
  const isActive = account !== null && account.profileId === about
  switch (request.kind) {
    case 'add':
      return <AddAccountDialog onClose={onClose} />
    case 'forget-all':
      return <ForgetAllDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'unlock':
      return <UnlockDialog onClose={onClose} />
    case 'change-passphrase':
      return <PassphraseDialog onClose={onClose} />
    case 'replace-key':
      return isActive ? (
        <ReplaceKeyDialog account={account} isRefused={request.isRefused} onClose={onClose} />
      ) : null
    case 'rename':
      return named && <RenameDialog account={named} onClose={onClose} />
    case 'sign-out':
      return named && <SignOutDialog account={named} onClose={onClose} />
    case 'keep-on-device':
      return named && <KeepOnDeviceDialog account={named} onClose={onClose} />
  }
}
