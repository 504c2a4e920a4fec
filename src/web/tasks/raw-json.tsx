import { type ReactNode, Suspense, useState } from 'react'

import { formatJson } from '#web/format/untrusted-text.ts'
import { TextDialog } from '#web/tasks/lazy-parts.tsx'

/** A button, and behind it what the service really sent. */
export function RawJson({
  title,
  raw,
  children,
}: {
  /** of the dialog */
  title: string
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
          <TextDialog
            title={title}
            text={formatJson(raw)}
            isCode
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
