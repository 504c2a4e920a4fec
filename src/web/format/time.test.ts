import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { formatAbsolute, formatDuration, formatRelative } from '#web/format/time.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['de-DE', 'en-US', 'en'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, 'now'],
  [-59 * second, '59 sec. ago'],
  [-60 * second, '1 min. ago'],
  [-59 * minute, '59 min. ago'],
  [-23 * hour - 59 * minute, '23 hr. ago'],
  [-day, 'yesterday'],
  [-30 * day, '30 days ago'],
  [2 * hour, 'in 2 hr.'],
])('%s ms from now is %s', (offset, expected) => {
  expect(formatRelative(offset, 0)).toBe(expected)
})

test.each([
  [0, '0s'],
  [41 * second, '41s'],
  [60 * second, '1m'],
  [61 * second, '1m 1s'],
  [hour + second, '1h'],
  [2 * day + 3 * hour + 4 * minute, '2d 3h'],
])('%s ms take %s', (duration, expected) => {
  expect(formatDuration(duration)).toBe(expected)
})

test('an absolute time is said in both zones, with their names', () => {
  expect(formatAbsolute(Date.parse('2026-03-01T12:00:05Z'))).toMatch(/ · .*12:00:05.*UTC$/)
})
