/** Random choices that repeat with the same seed. */
export interface SeededRandom {
  /** from 0 up to 1, without 1 */
  next(): number
  /** a whole number from 0 up to the limit, without it */
  below(limit: number): number
  /** true with this probability */
  chance(share: number): boolean
  /** one of these, all equally likely */
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Starts a sequence of random choices (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}

/** Cards in a deck. */
const DECK = 100

/**
 * Deals cards in random order from one full deck after the other. An item with a share of 7 comes exactly 7
 * times in every 100, so no proof needs luck to meet every case.
 *
 * @param items their shares add up to 100 at most
 * @returns deals the next card: an item, or undefined for the share without an item
 */
export function shuffledDecks<Item extends { readonly share: number }>(
  random: SeededRandom,
  items: readonly Item[],
): () => Item | undefined {
  const cards: (Item | undefined)[] = items.flatMap((item) =>
    Array.from({ length: item.share }, () => item),
  )
  while (cards.length < DECK) cards.push(undefined)
  let left: (Item | undefined)[] = []
  return () => {
    if (left.length === 0) left = [...cards]
    const [card] = left.splice(random.below(left.length), 1)
    return card
  }
}

/** The least count that a proof requires of a share in 100: half of it. */
export function leastOf(count: number, share: number): { atLeast: number } {
  return { atLeast: Math.floor((count * share) / DECK / 2) }
}
