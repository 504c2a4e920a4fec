import { X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import { useOpenLayer } from '#web/ui/pauses.ts'

/**
 * A modal dialog, made of the browser's own: it keeps the focus inside, closes on Esc and returns the focus. Mount it to
 * open it.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  isQuestion = false,
  heading,
  returnTo,
  isWide = false,
  children,
}: {
  title: ReactNode
  /** lets the parent focus the title */
  heading?: Ref<HTMLHeadingElement>
  /** where the focus goes when the dialog closes; by default to where it was */
  returnTo?: () => HTMLElement | undefined
  closeLabel: string
  onClose: () => void
  /** whether it wants an answer, so that a click outside does not close it */
  isQuestion?: boolean
  /** as wide as the window, for pictures side by side */
  isWide?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** a text that is selected from the inside to the outside closes nothing */
  const isPressedOutside = useRef(false)
  const titleId = useId()
  useOpenLayer('dialog')
  const opener = useEffectEvent(() => returnTo?.())
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // React removes the element, so the browser does not return the focus by itself.
      const back = opener() ?? before
      if (back instanceof HTMLElement && back.isConnected) back.focus()
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
        // In React, the event of a dialog within this one bubbles.
        if (event.target === event.currentTarget) onClose()
      }}
      // The browser's own way (`closedby="any"`) closes as the finger leaves: the click then reaches what lies below.
      onPointerDown={({ target, currentTarget }) => {
        // A press on the backdrop has the dialog itself as its target.
        isPressedOutside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (!isQuestion && isPressedOutside.current && target === currentTarget) onClose()
      }}
      className={classNames(
        isWide ? 'w-screen max-w-[calc(100vw-2rem)]' : 'w-[min(100vw-2rem,34rem)]',
        'm-auto overscroll-contain rounded-panel border border-line bg-raised p-0 text-ink shadow-float',
        // On a phone it is a sheet that slides in from the lower edge, where the thumb is.
        'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
        'max-sm:transition-transform max-sm:duration-[180ms] max-sm:starting:open:translate-y-full',
      )}
    >
      <div className="flex flex-col gap-4 p-5 max-sm:pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <h2
          ref={heading}
          id={titleId}
          // Only if needed: the browser would focus a title with a tabIndex when the dialog opens.
          tabIndex={heading === undefined ? undefined : -1}
          className="pr-10 text-lg font-semibold wrap-anywhere"
        >
          {title}
        </h2>
        {children}
      </div>
      {/* Last, so that the focus starts in the content. */}
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
