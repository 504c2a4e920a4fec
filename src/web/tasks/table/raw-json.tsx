import { type ReactNode, Suspense, useState } from 'react'

import { JsonDialog } from '#web/tasks/lazy-dialogs.ts'

/** A button, and behind it what the service really sent. */
export function RawJson({
  title,
  raw,
  children,
}: {
  /** of the dialog */
  title: ReactNode
  raw: unknown
  /** the button */
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
