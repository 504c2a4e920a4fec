import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'

import type { AccountDialogRequest } from '#web/accounts/manage/account-dialog.tsx'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

// Seldom wanted, so their code comes last; but it comes, for a key may be refused when the host is gone.
const AccountDialog = lazyPart(
  async () => (await import('#web/accounts/manage/account-dialog.tsx')).AccountDialog,
  NotLoaded,
)

const DialogContext = createContext<((request: AccountDialogRequest) => void) | null>(null)

/** Opens dialogs about accounts over whatever screen is there. */
export function useAccountDialogs(): (request: AccountDialogRequest) => void {
  const open = use(DialogContext)
  if (open === null) throw new Error('useAccountDialogs: no AccountDialogs above this component')
  return open
}

/** Asks for another key in place of the one at work; see AccountDialogRequest. */
export function useReplaceKey(isRefused = false): () => void {
  const open = useAccountDialogs()
  const { sessions } = useAccounts()
  return () => {
    const profileId = sessions.current()?.profileId
    if (profileId !== undefined) open({ kind: 'replace-key', profileId, isRefused })
  }
}

/** Holds the one dialog about accounts that may be open. */
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
