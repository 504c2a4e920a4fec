/**
 * Calls back once, when the browser is idle.
 *
 * @param fallbackMs the delay in browsers without requestIdleCallback (Safari), in milliseconds
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void, fallbackMs = 1_500): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, fallbackMs)
    return () => {
      clearTimeout(timer)
    }
  }
  const handle = requestIdleCallback(callback)
  return () => {
    cancelIdleCallback(handle)
  }
}
