import { useCallback, useSyncExternalStore } from 'react'

/** The list shows cards instead of a table, and its filters are in a sheet. */
export const NARROW = '(width < 64rem)'

/** A phone in portrait orientation. Frequent controls are at its lower edge. */
export const PHONE = '(width < 30rem) and (height >= 17rem)'

/** The person wants little motion. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether a media query matches. For elements that move to another place; use CSS for those that only look different. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => {
        media.removeEventListener('change', listener)
      }
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
