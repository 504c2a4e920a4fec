import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'

import { NotLoaded } from '#web/notices/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

// Seldom wanted, so its code comes last; but it comes, for a key may be refused when the host is gone.
const ReplaceKeyDialog = lazyPart(
  async () => (await import('#web/accounts/replace-key-dialog.tsx')).ReplaceKeyDialog,
  NotLoaded,
)

const ReplaceKeyContext = createContext<((isRefused: boolean) => void) | null>(null)

/**
 * Asks for another key in place of the one at work, over whatever screen is there.
 *
 * @param isRefused nobody asked for the dialog: it says that the key was refused
 */
export function useReplaceKey(isRefused = false): () => void {
  const open = use(ReplaceKeyContext)
  if (open === null) throw new Error('useReplaceKey: no ReplaceKeyProvider above this component')
  return () => {
    open(isRefused)
  }
}

/** Holds the one dialog that takes another key. */
export function ReplaceKeyProvider({
  accountName,
  isCreating,
  onConnect,
  children,
}: {
  accountName: string
  /** a creation is on its way: its answer would go with the key */
  isCreating: () => boolean
  onConnect: (name: string, apiKey: string) => void
  children: ReactNode
}) {
  const [reason, setReason] = useState<'asked' | 'refused'>()
  const open = useMemo(
    () => (isRefused: boolean) => {
      setReason(isRefused ? 'refused' : 'asked')
    },
    [],
  )
  return (
    <ReplaceKeyContext value={open}>
      {reason !== undefined && (
        <Suspense>
          <ReplaceKeyDialog
            accountName={accountName}
            isRefused={reason === 'refused'}
            isCreating={isCreating}
            onConnect={(name, apiKey) => {
              setReason(undefined)
              onConnect(name, apiKey)
            }}
            onClose={() => {
              setReason(undefined)
            }}
          />
        </Suspense>
      )}
      {children}
    </ReplaceKeyContext>
  )
}
