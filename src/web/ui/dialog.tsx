import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/**
 * The browser's own modal dialog: it keeps focus inside, closes on Esc and gives focus back. Mount
 * it to open it.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  isQuestion = false,
  children,
}: {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  /** wants an answer: a click beside it is none */
  isQuestion?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // A dialog that is taken out of the page cannot give focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else focusPageHeading()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Where the browser knows it, a click on the backdrop cancels too.
      closedby={isQuestion ? 'closerequest' : 'any'}
      className="m-auto w-[min(100vw-2rem,34rem)] rounded-panel border border-line bg-raised p-0 text-ink shadow-float"
    >
      <div className="flex flex-col gap-4 p-5">
        <h2 id={titleId} className="pr-10 text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        {children}
      </div>
      {/* Last, so that focus starts in the content. */}
      <IconButton label={closeLabel} onClick={onClose} className="absolute top-5 right-4">
        <X aria-hidden className="size-4" />
      </IconButton>
    </dialog>
  )
}
