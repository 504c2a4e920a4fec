import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a screen: takes focus when people come to it, so that a screen reader says where they are. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The screen before took the focused button with it. Nobody has acted yet on a page just opened.
    const isFocusLost = document.activeElement === document.body
    if (isFocusLost && navigator.userActivation.hasBeenActive) heading.current?.focus()
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
