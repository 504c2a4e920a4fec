import { type ReactNode, useEffect, useRef } from 'react'

/** whether anything of this document had the focus: browsers count a reload as an act, so that tells nothing */
let hasHadFocus = false

/** Notes whether the focus has been anywhere. Call it once, before the first screen. */
export function watchFocus(): void {
  const note = () => {
    hasHadFocus = true
  }
  addEventListener('focusin', note, { once: true })
}

/** The heading of a screen: takes focus when people come to it, so that a screen reader says where they are. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The screen before took the focused button with it. On a page just opened the keyboard begins at the top.
    const isFocusLost = hasHadFocus && document.activeElement === document.body
    if (isFocusLost) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  )
}

/** Moves focus to the screen's heading: after a navigation, and before a button takes itself away. */
export function focusPageHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/**
 * Names the page in the browser's tab. React's own `<title>` would stand beside the one that the page
 * comes with, and a document has one.
 */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children
  }, [children])
  return null
}
