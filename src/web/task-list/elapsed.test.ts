import { expect, test } from 'vitest'

import { elapsedMs, usualTimes } from '#web/task-list/elapsed.ts'

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:41Z', 41_000],
  ['2026-01-01T00:00:41Z', '2026-01-01T00:00:00Z', null],
  ['2026-01-01T00:00:00Z', null, null],
  [null, '2026-01-01T00:00:00Z', null],
])('the time from %s to %s is %s', (createdAt, completedAt, expected) => {
  expect(elapsedMs(createdAt, completedAt)).toBe(expected)
})

test('half, nine of ten and 95 of a hundred took at most so long', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(usualTimes(hundred)).toEqual({ median: 50, nineOfTen: 90, late: 95 })
})

test('four finished tasks say nothing, and those without a known time do not count', () => {
  expect(usualTimes([1, 2, 3, 4, Number.NaN])).toBeUndefined()
  expect(usualTimes([1, 2, 3, 4, 5])).toEqual({ median: 3, nineOfTen: 5, late: 5 })
})
