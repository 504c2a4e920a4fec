import { flushSync } from 'react-dom'

/** What theme.css gives the name that a dialog takes over as it opens. */
const ORIGIN = 'grows'

/**
 * Opens a dialog out of what was pressed, where the browser can and nobody asks for less motion:
 * one sees where it came from, and so where one will be again.
 */
export function growFrom(element: HTMLElement | null, open: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (element === null || isStill || !('startViewTransition' in document)) {
    open()
    return
  }
  element.classList.add(ORIGIN)
  const transition = document.startViewTransition(() => {
    element.classList.remove(ORIGIN)
    flushSync(open)
  })
  // In a tab that nobody sees there is nothing to watch: it is open all the same.
  transition.ready.catch(() => undefined)
}
