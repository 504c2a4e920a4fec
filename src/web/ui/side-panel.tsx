import { X } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useId } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { useDocumentEvent, useLeave } from '#web/ui/effects.ts'
import { pressedKeyAlone } from '#web/ui/key-press.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import { currentPause, isFieldFocused, useOpenLayer } from '#web/ui/pauses.ts'

/**
 * A dialog beside the page, which stays usable. It fills its container and scrolls by itself. Mount it to open it. When it
 * unmounts, it returns a focus that was in it.
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
  /** buttons beside the title */
  actions: ReactNode
  closeLabel: string
  onClose: () => void
  /** where the focus goes when it closes; undefined: to the heading of the page */
  returnTo: () => HTMLElement | undefined
  children: ReactNode
}) {
  const titleId = useId()
  useOpenLayer('panel')
  useLeave(() => {
    // Leave a focus elsewhere on the page alone.
    if (document.activeElement !== document.body) return
    const place = returnTo()
    if (place === undefined) focusPageHeading()
    else place.focus()
  })
  return (
    <dialog
      open
      aria-labelledby={titleId}
      className="static m-0 flex size-full max-h-full max-w-full scroll-py-14 flex-col overflow-auto rounded-panel border border-line bg-surface p-0 text-ink"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 rounded-t-panel border-b border-line bg-surface py-1.5 pr-2 pl-4">
        <h2 ref={heading} id={titleId} tabIndex={-1} className="mr-auto text-base font-semibold">
          {title}
        </h2>
        {actions}
        <IconButton label={closeLabel} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="p-4">{children}</div>
    </dialog>
  )
}

/** Elements that use the arrow keys for something else. */
const USES_ARROWS = 'input, select, textarea, [contenteditable], pre, video'

/**
 * ↑ and ↓ in a panel step to its neighbours. Esc closes it, also from the page beside it.
 *
 * @param inside an element of the panel
 */
export function usePanelKeys(
  inside: RefObject<HTMLElement | null>,
  { onStep, onClose }: { onStep: (by: 1 | -1) => void; onClose: () => void },
): void {
  useDocumentEvent('keydown', (event) => {
    const { target } = event
    const key = pressedKeyAlone(event)
    if (event.defaultPrevented || !(target instanceof Element)) return
    if (key === 'Escape') {
      // A dialog or menu over the page handles Esc first.
      if (currentPause() === 'panel' && !isFieldFocused()) onClose()
      return
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    const isInside = inside.current?.closest('dialog')?.contains(target) === true
    if (!isInside || target.closest(USES_ARROWS) !== null) return
    event.preventDefault()
    onStep(key === 'ArrowDown' ? 1 : -1)
  })
}
