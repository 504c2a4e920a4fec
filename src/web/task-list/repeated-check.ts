import { useEffect, useEffectEvent } from 'react'

/** Some pauses begin and end without an event, so the situation is checked at least this often, in milliseconds. */
const LONGEST_MS = 1_000

/** Events after which a pause may begin or end. */
const EVENTS = ['visibilitychange', 'focusin', 'focusout', 'selectionchange', 'toggle'] as const

/**
 * Calls `check` again and again while the component is mounted: after the time that it returns, in milliseconds, after a
 * second at the latest, and whenever reading may be paused or go on.
 *
 * @param onOnline called when the browser is back online, before the check
 */
export function useRepeatedCheck(check: () => number | undefined, onOnline: () => void): void {
  const next = useEffectEvent(() => Math.min(check() ?? LONGEST_MS, LONGEST_MS))
  const comeBack = useEffectEvent(onOnline)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkOn = () => {
      clearTimeout(timer)
      timer = setTimeout(checkOn, next())
    }
    checkOn()
    const listening = new AbortController()
    // `toggle` does not bubble, so it is captured.
    const options = { signal: listening.signal, capture: true }
    for (const name of EVENTS) document.addEventListener(name, checkOn, options)
    const onceOnline = () => {
      comeBack()
      checkOn()
    }
    window.addEventListener('online', onceOnline, options)
    window.addEventListener('offline', checkOn, options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
}
