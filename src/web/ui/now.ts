import { useSyncExternalStore } from 'react'

const TICK_MS = 1_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const notify of listeners) notify()
    }, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** How often what is said in minutes is formatted again, in milliseconds. */
const STEP_MS = 5_000

/** The time in steps of five seconds, in milliseconds since the epoch. */
export function useNow(): number {
  return useClock((time) => Math.floor(time / STEP_MS) * STEP_MS)
}

/**
 * A number that depends on the time. One clock for the whole page updates it, and the component renders again only
 * when the number changes.
 *
 * @param read makes the number from the current time, in milliseconds since the epoch
 */
export function useClock(read: (now: number) => number): number {
  return useSyncExternalStore(subscribe, () => read(now))
}
