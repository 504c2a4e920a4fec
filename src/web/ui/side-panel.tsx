import { X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/**
 * A dialog that stands beside the rest of the page and leaves it at hand. It fills the place it is
 * given, and scrolls by itself. Mount it to open it; when it goes, so does a focus that was in it.
 */
export function SidePanel({
  title,
  heading,
  actions,
  closeLabel,
  onClose,
  returnTo,
  children,
}: {
  title: string
  heading: Ref<HTMLHeadingElement>
  /** beside the title */
  actions: ReactNode
  closeLabel: string
  onClose: () => void
  /** where the focus goes; nowhere: to the page's heading */
  returnTo: () => HTMLElement | undefined
  children: ReactNode
}) {
  const titleId = useId()
  const goBack = useRef(returnTo)
  useEffect(() => {
    goBack.current = returnTo
  })
  useEffect(
    () => () => {
      // Whoever is elsewhere on the page stays there.
      if (document.activeElement !== document.body) return
      const place = goBack.current()
      if (place === undefined) focusPageHeading()
      else place.focus()
    },
    [],
  )
  return (
    <dialog
      open
      aria-labelledby={titleId}
      className="static m-0 flex size-full max-h-full max-w-full scroll-py-14 flex-col overflow-auto rounded-panel border border-line bg-surface p-0 text-ink"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 rounded-t-panel border-b border-line bg-surface py-1.5 pr-2 pl-4">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="mr-auto text-base font-semibold outline-none"
        >
          {title}
        </h2>
        {actions}
        <IconButton label={closeLabel} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}
