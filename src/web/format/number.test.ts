import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { formatDifference, formatNumber } from '#web/format/number.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [1_234, '1,234'],
  [9_007_199_254_740_993n, '9,007,199,254,740,993'],
  [-12_345_678_901_234_567_890n, '-12,345,678,901,234,567,890'],
  [0.1, '0.1'],
  [12.3456789, '12.3456789'],
  [0, '0'],
])('%s is shown with every digit: %s', (value, expected) => {
  expect(formatNumber(value)).toBe(expected)
})

test.each([
  [5, '+5'],
  [-10n, '-10'],
  [9_007_199_254_740_993n, '+9,007,199,254,740,993'],
  [0n, '0'],
])('a difference of %s has its sign: %s', (value, expected) => {
  expect(formatDifference(value)).toBe(expected)
})
