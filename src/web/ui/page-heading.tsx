import type { ReactNode } from 'react'

/** The heading of a screen: takes focus when people come to it, so that a screen reader says where they are. */
export function PageHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  )
}

/** Moves focus to the screen's heading, after a navigation. */
export function focusPageHeading(): void {
  document.querySelector('h1')?.focus()
}
