const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The limits of bars that get about twice as long each time, in milliseconds. */
const DOUBLING = [
  0,
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8].map((count) => count * HOUR),
  ...[1, 2, 7, 30].map((count) => count * DAY),
]

/** The possible lengths of bars that are equally long, in milliseconds: round values, each at most 2.5 times the one before. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * DAY),
]

/** The most bars that can be told apart, and the most for a small number of tasks. */
const MAX_BARS = 20
const MAX_BARS_OF_FEW = 8

/** If the longest usual time is more than this many times the shortest, bars double in length. */
const WIDE = 50

/** A bar is at least this part of the times in it, so that no bar begins at "3 days and 1 second". */
const FINEST = 100

/** The percentage of the longest times that does not count for the length of the bars. */
const OUTLIERS = 2

/** The tasks whose elapsed time is at least `from` and less than `to`, in milliseconds. */
export interface ElapsedBucket {
  from: number
  /** null: no upper limit */
  to: number | null
  count: number
}

/** The elapsed times of tasks, including the time they waited. */
export interface ElapsedFigures {
  /** the number of tasks whose elapsed time is known */
  count: number
  /** milliseconds; null if no time is known */
  median: number | null
  /** the 95th percentile, in milliseconds */
  p95: number | null
  /** from the first that is not empty to the last */
  buckets: readonly ElapsedBucket[]
}

/** Collects elapsed times. It keeps all of them, at eight bytes each, so that median and p95 are exact. */
export class ElapsedTally {
  #values = new Float64Array(1024)
  #count = 0

  /** Adds an elapsed time, in milliseconds. */
  add(elapsed: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = elapsed
    this.#count += 1
  }

  /** The figures so far. */
  figures(): ElapsedFigures {
    // Sort in place, as the order in which they came does not matter.
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

/** The bars for sorted elapsed times, from the first that is not empty to the last. */
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

/** Where bars begin: 8 to 20 bars of equal length if the times lie close together, otherwise bars that double in length. */
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

/** The place of an elapsed time among the bars: 1.5 is the middle of the second bar. */
export function placeAmong(buckets: readonly ElapsedBucket[], elapsed: number): number {
  const index = buckets.findIndex(({ to }) => to === null || elapsed < to)
  const bucket = buckets[index]
  if (bucket === undefined) return buckets.length
  const to = bucket.to ?? Math.max(elapsed, bucket.from) * 2
  return index + Math.min(Math.max((elapsed - bucket.from) / (to - bucket.from), 0), 1)
}
