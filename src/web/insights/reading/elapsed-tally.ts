const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Where bars end that are each about twice as long as the one before, in milliseconds. */
const DOUBLING = [
  0,
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8].map((count) => count * HOUR),
  ...[1, 2, 7, 30].map((count) => count * DAY),
]

/** How long bars of one length may be, in milliseconds: easy to say, and at most 2.5 times the one before. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * DAY),
]

/** More bars cannot be told apart; of few tasks, fewer say as much. */
const MAX_BARS = 20
const MAX_BARS_OF_FEW = 8

/** Where the longest of so many tasks are this many times as long as the shortest, bars are of doubling length. */
const WIDE = 50

/** A bar is not shorter than such a part of what lies in it: "3 days and 1 second" is no place of a bar. */
const FINEST = 100

/** What lies behind all but so many of a hundred stands in the last bar. */
const OUTLIERS = 2

/** Tasks that took from so long to just under so long, in milliseconds. */
export interface ElapsedBucket {
  from: number
  /** null: however long */
  to: number | null
  count: number
}

/** How long tasks took, waiting included. */
export interface ElapsedFigures {
  /** how many tasks it is known of */
  count: number
  /** milliseconds; null where there are none */
  median: number | null
  /** 95 of 100 took no longer */
  p95: number | null
  /** from the first that holds any to the last */
  buckets: readonly ElapsedBucket[]
}

/** Takes durations in and says how they lie. Each is kept, eight bytes: median and p95 are exact. */
export class ElapsedTally {
  #values = new Float64Array(1024)
  #count = 0

  /** Takes a duration in, in milliseconds. */
  add(elapsed: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = elapsed
    this.#count += 1
  }

  /** What is known so far. */
  figures(): ElapsedFigures {
    // In its own place: nobody asks in which order they came.
    // oxlint-disable-next-line unicorn/no-array-sort -- a copy of a megabyte, three times a second
    const sorted = this.#values.subarray(0, this.#count).sort()
    const at = (index: number) => sorted[index] ?? 0
    const middle = (this.#count - 1) / 2
    const isEmpty = this.#count === 0
    return {
      count: this.#count,
      median: isEmpty ? null : (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
      p95: isEmpty ? null : at(Math.ceil(this.#count * 0.95) - 1),
      buckets: bucketsOf(sorted),
    }
  }
}

/** The bars for these durations, shortest first: from the first that holds any to the last. */
function bucketsOf(sorted: Float64Array): ElapsedBucket[] {
  const limits = limitsFor(sorted)
  const counts = limits.map(() => 0)
  let bar = 0
  for (const elapsed of sorted) {
    while (elapsed >= (limits[bar + 1] ?? Infinity)) bar += 1
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  if (first === -1) return []
  return counts.slice(first, last + 1).map((count, index) => ({
    from: limits[first + index] ?? 0,
    to: limits[first + index + 1] ?? null,
    count,
  }))
}

/** Where bars begin: 8 to 20 of one length where the durations lie close together, else of doubling length. */
function limitsFor(sorted: Float64Array): readonly number[] {
  const shortest = Math.max(sorted[0] ?? 0, 0)
  const usual = sorted[Math.ceil((sorted.length * (100 - OUTLIERS)) / 100) - 1] ?? 0
  const barsUpTo = (longest: number, step: number) =>
    Math.floor(longest / step) - Math.floor(shortest / step) + 1
  const most = Math.max(Math.min(2 * Math.sqrt(sorted.length), MAX_BARS - 1), MAX_BARS_OF_FEW)
  const step = STEPS.find((one) => barsUpTo(usual, one) <= most && one * FINEST >= usual)
  if (step === undefined || usual > WIDE * Math.max(shortest, SECOND)) return DOUBLING
  const all = barsUpTo(sorted.at(-1) ?? 0, step)
  const count = all <= MAX_BARS ? all : barsUpTo(usual, step)
  const start = Math.floor(shortest / step)
  return Array.from({ length: count + 1 }, (_, index) => (start + index) * step)
}

/** Where a duration lies among the bars: 1.5 is the middle of the second one. */
export function placeAmong(buckets: readonly ElapsedBucket[], elapsed: number): number {
  const index = buckets.findIndex(({ to }) => to === null || elapsed < to)
  const bucket = buckets[index]
  if (bucket === undefined) return buckets.length
  const to = bucket.to ?? Math.max(elapsed, bucket.from) * 2
  return index + Math.min(Math.max((elapsed - bucket.from) / (to - bucket.from), 0), 1)
}
