import { createAtom, useSelector } from '@tanstack/react-store'
import type { AccountDialogRequest } from '#web/accounts/manage/account-dialog.tsx'
import { type AccountServices, useAccounts } from '#web/accounts/account-services.ts'
import { perSession } from '#web/api/session.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { useLeave } from '#web/ui/effects.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

// Rarely needed, so this code is loaded after the first screen. It must be loaded before it is needed: a key may be
// refused while the host is down.
const AccountDialog = lazyPart(
  async () => (await import('#web/accounts/manage/account-dialog.tsx')).AccountDialog,
  NotLoaded,
)

/** The dialog that is open; undefined: none is. */
const dialogOf = perSession((_services: AccountServices) =>
  createAtom<AccountDialogRequest | undefined>(undefined),
)

/** Returns what opens a dialog about accounts, over any screen. */
export function useAccountDialogs(): (request: AccountDialogRequest) => void {
  const dialog = dialogOf(useAccounts())
  return (request) => dialog.set(() => request)
}

/** Returns what opens the dialog that replaces the active account's key. @param newKey see AccountDialogRequest */
export function useReplaceKey(newKey: 'asked' | 'refused' = 'asked'): () => void {
  const open = useAccountDialogs()
  const { sessions } = useAccounts()
  return () => {
    const profileId = sessions.current()?.profileId
    if (profileId !== undefined) open({ kind: 'edit', profileId, newKey })
  }
}

/** Shows the dialog about accounts. At most one is open. */
export function AccountDialogs() {
  const dialog = dialogOf(useAccounts())
  const request = useSelector(dialog)
  const close = () => dialog.set(() => undefined)
  // It is not open any more when the accounts are unlocked again.
  useLeave(close)
  if (request === undefined) return null
  return <AccountDialog request={request} onClose={close} />
}
