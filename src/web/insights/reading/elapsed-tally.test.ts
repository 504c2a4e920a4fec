import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeAmong } from '#web/insights/plots/plot-specs.tsx'
import { ElapsedTally } from '#web/insights/reading/task-tally.ts'

function figuresOf(values: readonly number[]) {
  const tally = new ElapsedTally()
  for (const value of values) tally.add(value)
  return tally.figures()
}

test('nothing has no median', () => {
  expect(figuresOf([])).toEqual({ count: 0, median: null, p95: null, buckets: [] })
})

test('median, p95, sample size, and bars from the first to the last that holds any', () => {
  const seconds = [3, 4, 12, 41, 41_000].map((value) => value * 1000)
  const { buckets, ...figures } = figuresOf(seconds)
  expect(figures).toEqual({ count: 5, median: 12_000, p95: 41_000_000 })
  expect(buckets[0]).toEqual({ from: 2_000, to: 5_000, count: 2 })
  expect(buckets[1]).toEqual({ from: 5_000, to: 10_000, count: 0 })
  expect(buckets.at(-1)).toEqual({ from: 28_800_000, to: 86_400_000, count: 1 })
  expect(figuresOf([1_000, 2_000]).median).toBe(1_500)
  expect(figuresOf([10 ** 12]).buckets).toEqual([{ from: 2_592_000_000, to: null, count: 1 }])
})

test('durations that lie close together make eight bars or more, of one length', () => {
  const seconds = Array.from({ length: 269 }, (_, index) => 60 + (index % 51))
  const { buckets } = figuresOf(seconds.map((value) => value * 1000))
  expect(buckets).toHaveLength(11)
  expect(buckets[0]).toMatchObject({ from: 60_000, to: 65_000 })
  expect(new Set(buckets.map(({ from, to }) => (to ?? Infinity) - from))).toEqual(new Set([5_000]))
})

test.each([
  ['seconds', 1_000, 40],
  ['minutes', 60_000, 45],
  ['hours', 3_600_000, 30],
  ['days', 86_400_000, 49],
])('of %s there are 8 to 20 bars', (_, unit, times) => {
  for (let most = 8; most <= times; most += 1) {
    const values = Array.from({ length: 200 }, (_value, index) => unit * (1 + (index % most)))
    const { length } = figuresOf(values).buckets
    expect({ most, length, isFit: length >= 8 && length <= 20 }).toMatchObject({ isFit: true })
  }
})

test('a few that took far longer stand in one bar, and do not crowd the others', () => {
  const values = Array.from({ length: 200 }, (_, index) => 60_000 + index * 200)
  const { buckets } = figuresOf([...values, 10 ** 8])
  expect(buckets.length).toBeGreaterThanOrEqual(8)
  expect(buckets.at(-1)).toMatchObject({ to: null, count: 1 })
})

test('of a hundred, five took longer than p95, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10 ** 9), { minLength: 1, maxLength: 3_000 }), (values) => {
      const { count, median, p95, buckets } = figuresOf(values)
      const sorted = values.toSorted((a, b) => a - b)
      expect(count).toBe(values.length)
      expect(p95).toBe(sorted[Math.ceil(values.length * 0.95) - 1])
      expect(sorted.filter((value) => value < (median ?? 0)).length).toBeLessThanOrEqual(count / 2)
      expect(sorted.filter((value) => value > (median ?? 0)).length).toBeLessThanOrEqual(count / 2)
      expect(buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(count)
      for (const { from, to, count: inside } of buckets) {
        expect(values.filter((value) => value >= from && value < (to ?? Infinity))).toHaveLength(
          inside,
        )
      }
      expect(figuresOf(values.toReversed())).toEqual(figuresOf(values))
    }),
  )
})

test('what is asked for in between changes nothing', () => {
  const tally = new ElapsedTally()
  for (const value of [5, 1, 3]) {
    tally.add(value)
    tally.figures()
  }
  expect(tally.figures().median).toBe(3)
})

test('a duration lies within its bar', () => {
  const { buckets } = figuresOf([500, 1_500, 59_000])
  expect(placeAmong(buckets, 1_500)).toBeGreaterThan(1)
  expect(placeAmong(buckets, 1_500)).toBeLessThan(2)
  expect(placeAmong(buckets, 0)).toBe(0)
  expect(placeAmong(buckets, 60_000)).toBe(buckets.length)
})
