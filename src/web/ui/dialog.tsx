import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Where the browser knows it, a click on the backdrop cancels too.
      closedby={isQuestion ? 'closerequest' : 'any'}
      onClick={({ target, currentTarget }) => {
        // Elsewhere (Safari) what is hit outside of its content is the dialog itself.
        if (!isQuestion && !('closedBy' in currentTarget) && target === currentTarget) onClose()
      }}
      className={classNames(
        'm-auto w-[min(100vw-2rem,34rem)] overscroll-contain rounded-panel border border-line bg-raised p-0 text-ink shadow-float',
        // On a phone a sheet at its lower edge, where the thumb is; it comes from there.
        'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
        'max-sm:transition-transform max-sm:duration-[180ms] max-sm:starting:open:translate-y-full',
      )}
    >
      <div className="flex flex-col gap-4 p-5 max-sm:pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <h2 id={titleId} className="pr-10 text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        {children}
      </div>
      {/* Last, so that focus starts in the content. */}
      <IconButton
        label={closeLabel}
        onClick={onClose}
        className="absolute top-[calc(2rem-var(--spacing-icon)/2)] right-4"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </dialog>
  )
}
