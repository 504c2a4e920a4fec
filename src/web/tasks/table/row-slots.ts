/** Which element of the table shows which row: the row's key → the number of its element. */
export type RowSlots = ReadonlyMap<string, number>

/**
 * Assigns the rows of another list (another page or filter) to the elements of the table, one after the other. Changing
 * the texts of an element is several times cheaper for the browser than making another one.
 *
 * @param before the slots of the rows on screen, in their order
 * @param keys of the rows to show, each once
 */
export function slotsOfOtherList(before: RowSlots, keys: readonly string[]): RowSlots {
  const elements = [...before.values()]
  const unused = unusedAfter(before)
  return new Map(keys.map((key, index) => [key, elements[index] ?? unused()]))
}

/**
 * Assigns the rows of a newer reply to the same list. A row that is still there keeps its element, with focus and selected
 * text. A new row gets a new one: taking over another's would move all rows between.
 *
 * @param before the slots of the rows on screen
 * @param keys of the rows to show, each once
 */
export function slotsOfNewerReply(before: RowSlots, keys: readonly string[]): RowSlots {
  const unused = unusedAfter(before)
  return new Map(keys.map((key) => [key, before.get(key) ?? unused()]))
}

/** Counts on after the largest number. */
function unusedAfter(slots: RowSlots): () => number {
  let last = Math.max(-1, ...slots.values())
  return () => (last += 1)
}
