/** The delay in browsers without requestIdleCallback (Safari), in milliseconds. */
const FALLBACK_MS = 1_500

/**
 * Calls back once, when the browser is idle.
 *
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, FALLBACK_MS)
    return () => {
      clearTimeout(timer)
    }
  }
  const handle = requestIdleCallback(callback)
  return () => {
    cancelIdleCallback(handle)
  }
}
