import { flushSync } from 'react-dom'
import { REDUCED_MOTION } from '#web/ui/media.ts'

/** The class that gives an element the view transition name of a dialog, see theme.css. */
const ORIGIN = 'grows'

/**
 * Opens a dialog with a view transition that grows from an element, so that people see where it came from. Without it if
 * the browser has no view transitions, or the person prefers reduced motion.
 */
export function growFrom(element: HTMLElement | null, open: () => void): void {
  const isStill = matchMedia(REDUCED_MOTION).matches
  if (element === null || isStill || !('startViewTransition' in document)) {
    open()
    return
  }
  element.classList.add(ORIGIN)
  const transition = document.startViewTransition(() => {
    element.classList.remove(ORIGIN)
    flushSync(open)
  })
  // A hidden tab skips the transition. The dialog opens nevertheless.
  transition.ready.catch(() => undefined)
}
