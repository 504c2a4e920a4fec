import { useEffect, useSyncExternalStore } from 'react'

let announcement = ''
const listeners = new Set<() => void>()

/** Has a short text read out, politely: by the one live region of the page. */
export function announce(text: string): void {
  // The same words twice would be no change, and so not read out again.
  announcement = text === announcement ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region that `announce` speaks through. Mount it once; what was said goes with it. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => announcement)
  useEffect(
    () => () => {
      announcement = ''
    },
    [],
  )
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
