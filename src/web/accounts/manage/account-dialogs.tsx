import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'

import type { AccountDialogRequest } from '#web/accounts/manage/account-dialog.tsx'
import { useAccounts } from '#web/accounts/account-services.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

// Rarely needed, so this code is loaded after the first screen. It must be loaded before it is needed: a key may be
// refused while the host is down.
const AccountDialog = lazyPart(
  async () => (await import('#web/accounts/manage/account-dialog.tsx')).AccountDialog,
  NotLoaded,
)

const DialogContext = createContext<((request: AccountDialogRequest) => void) | null>(null)

/** Returns what opens a dialog about accounts, over any screen. */
export function useAccountDialogs(): (request: AccountDialogRequest) => void {
  const open = use(DialogContext)
  if (open === null) throw new Error('useAccountDialogs: no AccountDialogs above this component')
  return open
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
export function AccountDialogs({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<AccountDialogRequest>()
  const open = useMemo(
    () => (next: AccountDialogRequest) => {
      setRequest(next)
    },
    [],
  )
  return (
    <DialogContext value={open}>
      {request !== undefined && (
        <Suspense>
          <AccountDialog
            request={request}
            onClose={() => {
              setRequest(undefined)
            }}
          />
        </Suspense>
      )}
      {children}
    </DialogContext>
  )
}
