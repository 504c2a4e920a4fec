import { useCallback, useSyncExternalStore } from 'react'

/** Cards, not a table; what else can be chosen goes into a sheet. */
export const NARROW = '(width < 64rem)'

/** A phone held upright: what is pressed often is at its lower edge. */
export const IN_HAND = '(width < 30rem) and (height >= 17rem)'

/** Whether a media query holds, by now: for what stands elsewhere on another screen, not only otherwise. */
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
