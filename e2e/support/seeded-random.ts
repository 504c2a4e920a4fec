/** Random choices that are the same again for the same seed. */
export interface SeededRandom {
  /** from 0 up to 1, without 1 */
  next(): number
  /** a whole number from 0 up to the limit, without it */
  below(limit: number): number
  /** true in so many of 1 cases */
  chance(share: number): boolean
  /** one of these, each as likely as the others */
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

/** So many cards are in a deck. */
const DECK = 100

/**
 * Deals cards in random order, but from one full deck after the other: whoever has a share of so many
 * in 100 comes so often in every 100, and no proof depends on luck to meet what it is about.
 *
 * @param items their shares add up to 100 at most
 * @returns deals the next card: an item, or undefined where none has that share
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

/** The least that a share of so many in 100 must come to for a proof to be about it: half of it. */
export function leastOf(count: number, share: number): { atLeast: number } {
  return { atLeast: Math.floor((count * share) / DECK / 2) }
}
