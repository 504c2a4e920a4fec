import { expect, test } from 'vitest'

import { elapsedMs } from '#web/task-list/elapsed.ts'

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:41Z', 41_000],
  ['2026-01-01T00:00:41Z', '2026-01-01T00:00:00Z', null],
  ['2026-01-01T00:00:00Z', null, null],
  [null, '2026-01-01T00:00:00Z', null],
])('the time from %s to %s is %s', (createdAt, completedAt, expected) => {
  expect(elapsedMs(createdAt, completedAt)).toBe(expected)
})
