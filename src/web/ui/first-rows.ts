/** The name of the performance entry. */
const FIRST_ROWS = 'first-rows'

/** Notes when rows are painted for the first time. Call it when they are in the document; only the first call counts. */
export function markFirstRows(): void {
  if (firstRowsAt() !== undefined) return
  // The message comes after the frame that shows them.
  requestAnimationFrame(() => setTimeout(() => performance.mark(FIRST_ROWS)))
}

/** When rows were painted for the first time, in milliseconds since the page began to load; undefined: not yet. */
export function firstRowsAt(): number | undefined {
  return performance.getEntriesByName(FIRST_ROWS)[0]?.startTime
}
