/** Where the browser does not say when it is idle (Safari), this long after, in milliseconds. */
const FALLBACK_MS = 1_500

/**
 * Calls back once, when the browser has nothing more urgent to do.
 *
 * @returns how to call it off
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
