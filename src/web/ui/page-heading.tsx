import { type ReactNode, useEffect, useRef } from 'react'

import { headingTextClasses } from '#web/ui/classes.ts'

/** whether any element had the focus since the page was loaded; `navigator.userActivation` counts a reload, so it cannot tell */
let hasHadFocus = false

/** Watches for the first focus. Call it once, before the first screen. */
export function watchFocus(): void {
  const note = () => {
    hasHadFocus = true
  }
  addEventListener('focusin', note, { once: true })
}

/** The heading of a screen. It takes a lost focus when the screen opens, so that a screen reader says where one is. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused element was on the screen before. On a page that was just opened, nothing had the focus yet.
    if (hasHadFocus && isFocusLost()) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={headingTextClasses}>
      {children}
    </h1>
  )
}

/** Whether the element that had the focus has gone away. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body
}

/** Moves a lost focus to an element, without scrolling to it. Call it when a control that may have had it has gone away. */
export function catchFocus(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

/** As a `ref`: takes the focus when the element appears, so that it is read out and the keyboard goes on from it. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

/** Moves the focus to the heading of the screen: after a navigation, or when the focused element disappears. */
export function focusPageHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/**
 * Sets the title of the document. React's `<title>` would add a second one beside that of index.html.
 */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children
  }, [children])
  return null
}
