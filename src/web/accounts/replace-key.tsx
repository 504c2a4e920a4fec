import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react'

// Seldom wanted, so its code comes last; but it comes, for a key may be refused when the host is gone.
/** Loads the dialog's code ahead of time. */
export async function loadReplaceKeyDialog() {
  const { ReplaceKeyDialog: component } = await import('#web/accounts/replace-key-dialog.tsx')
  return { default: component }
}
const ReplaceKeyDialog = lazy(loadReplaceKeyDialog)

const ReplaceKeyContext = createContext<(() => void) | null>(null)

/** Asks for another key in place of the one at work, over whatever screen is there. */
export function useReplaceKey(): () => void {
  const open = use(ReplaceKeyContext)
  if (open === null) throw new Error('useReplaceKey: no ReplaceKeyProvider above this component')
  return open
}

/** Holds the one dialog that takes another key. */
export function ReplaceKeyProvider({
  accountName,
  onConnect,
  children,
}: {
  accountName: string
  onConnect: (name: string, apiKey: string) => void
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const open = useMemo(
    () => () => {
      setIsOpen(true)
    },
    [],
  )
  return (
    <ReplaceKeyContext value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <ReplaceKeyDialog
            accountName={accountName}
            onConnect={(name, apiKey) => {
              setIsOpen(false)
              onConnect(name, apiKey)
            }}
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </ReplaceKeyContext>
  )
}
