const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Where one bar ends and the next begins, in milliseconds: about twice as long each, and easy to say. */
const LIMITS = [
  0,
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8].map((count) => count * HOUR),
  ...[1, 2, 7, 30].map((count) => count * DAY),
]

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
  readonly #buckets = LIMITS.map(() => 0)

  /** Takes a duration in, in milliseconds. */
  add(elapsed: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = elapsed
    this.#count += 1
    const bucket = bucketOf(elapsed)
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
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
      buckets: this.#trimmed(),
    }
  }

  #trimmed(): ElapsedBucket[] {
    const first = this.#buckets.findIndex((count) => count > 0)
    const last = this.#buckets.findLastIndex((count) => count > 0)
    if (first === -1) return []
    return this.#buckets.slice(first, last + 1).map((count, index) => ({
      from: LIMITS[first + index] ?? 0,
      to: LIMITS[first + index + 1] ?? null,
      count,
    }))
  }
}

function bucketOf(elapsed: number): number {
  return LIMITS.findLastIndex((limit) => limit <= elapsed)
}

/**
 * Where a duration lies among the bars: 1.5 is the middle of the second one. Within a bar, lengths
 * are drawn by their logarithm, as the bars themselves are.
 */
export function placeAmong(buckets: readonly ElapsedBucket[], elapsed: number): number {
  const index = buckets.findIndex(({ to }) => to === null || elapsed < to)
  const bucket = buckets[index]
  if (bucket === undefined) return buckets.length
  const to = bucket.to ?? Math.max(elapsed, bucket.from) * 2
  const low = Math.max(bucket.from, 100)
  const share = Math.log(Math.max(elapsed, low) / low) / Math.log(to / low)
  return index + Math.min(Math.max(share, 0), 1)
}
