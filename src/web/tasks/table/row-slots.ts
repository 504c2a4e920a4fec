/** Which element of the table shows which row: the row's key → the number of its element. */
export type RowSlots = ReadonlyMap<string, number>

/**
 * Assigns rows to the elements of the table. A row that is still there keeps its element, so that focus and selection stay
 * with it. A new row takes the element of a row that is gone: changing its texts is several times cheaper for the browser
 * than making another one.
 *
 * @param before the slots of the rows on screen, in their order
 * @param keys of the rows to show, each once
 */
export function nextSlots(before: RowSlots, keys: readonly string[]): RowSlots {
  const kept = new Set(keys.map((key) => before.get(key)))
  const free = [...before.values()].filter((slot) => !kept.has(slot))
  let unused = Math.max(-1, ...before.values())
  return new Map(
    keys.map((key) => [key, before.get(key) ?? free.shift() ?? (unused += 1)] as const),
  )
}
