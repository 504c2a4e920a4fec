import fc from 'fast-check'
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
  [-12_345_678_901_234_567_890n, '−12,345,678,901,234,567,890'],
  [0.1, '0.1'],
  [12.3456789, '12.3456789'],
  [0, '0'],
])('%s is shown with every digit: %s', (value, expected) => {
  expect(formatNumber(value)).toBe(expected)
})

// The order of magnitude varies, too: numbers of all lengths.
const anyNumber = fc.oneof(
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 1_000),
)

test.each([
  'en',
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-NZ',
  'zh-CN',
  'zh',
  'zh-Hans-CN',
])('numbers in %s are those of Intl', (locale) => {
  vi.stubGlobal('document', { documentElement: { lang: locale } })
  vi.stubGlobal('navigator', { languages: [] })
  const intl = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  fc.assert(
    fc.property(anyNumber, (value) => {
      expect(formatNumber(value)).toBe(intl.format(value).replace('-', '−'))
    }),
  )
})

test.each([
  ['en-IN', 1_234_567, '12,34,567'],
  ['en-ZA', 1_234.5, '1 234,5'],
  ['en', 1e21, '1,000,000,000,000,000,000,000'],
  ['en', 1.5e-7, '0.00000015'],
])('%s: %s is %s', (locale, value, expected) => {
  vi.stubGlobal('navigator', { languages: [locale] })
  expect(formatNumber(value).replaceAll(/\s/g, ' ')).toBe(expected)
})

test.each([
  [5, '+5'],
  [-10n, '−10'],
  [9_007_199_254_740_993n, '+9,007,199,254,740,993'],
  [0n, '0'],
])('a difference of %s has its sign: %s', (value, expected) => {
  expect(formatDifference(value)).toBe(expected)
})
