/**
 * Calls back once, when the browser is idle.
 *
 * @param timeout after this time it calls back even if the browser is busy, in milliseconds; 0: never. Browsers without
 *   requestIdleCallback (Safari) always call back after it, or after 1.5 s
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void, timeout = 0): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, timeout || 1_500)
    return () => {
      clearTimeout(timer)
    }
  }
  const handle = requestIdleCallback(callback, { timeout })
  return () => {
    cancelIdleCallback(handle)
  }
}
