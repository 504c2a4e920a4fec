import { type ReactNode, Suspense, useState } from 'react'

import { JsonDialog } from '#web/tasks/lazy-dialogs.ts'

/** A button that opens a dialog with the raw JSON from the service. */
export function RawJson({
  title,
  raw,
  children,
}: {
  /** the title of the dialog */
  title: ReactNode
  raw: unknown
  /** the content of the button */
  children: (open: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {children(() => {
        setIsOpen(true)
      })}
      {isOpen && (
        <Suspense>
          <JsonDialog
            title={title}
            raw={raw}
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
