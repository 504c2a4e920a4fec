import fc from 'fast-check'
import { expect, it } from 'vitest'

import { readTime } from '#contract/read-video-tasks.ts'

it.each([
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123456Z'],
  ['2026-03-01T10:00+08:00', '2026-03-01T10:00+08:00'],
  ['2026-03-01t10:00:00z', '2026-03-01T10:00:00Z'],
  // without a zone it is UTC, as the specification says, and not local time
  ['2026-03-01T10:00:00', '2026-03-01T10:00:00Z'],
  ['2026-03-01 10:00:00', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00+0800', '2026-03-01T10:00:00+08:00'],
  ['2026-03-01T10:00:00-08', '2026-03-01T10:00:00-08:00'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  // Go: time.Time's String(), with the fraction and the monotonic clock that it may have
  ['2026-03-01 10:00:00 +0000 UTC', '2026-03-01T10:00:00+00:00'],
  ['2026-03-01 10:00:00.123456789 +0800 CST', '2026-03-01T10:00:00.123456789+08:00'],
  ['2026-03-01 10:00:00 -0300 -03', '2026-03-01T10:00:00-03:00'],
  ['2026-03-01 10:00:00.5 +0000 UTC m=+0.000012', '2026-03-01T10:00:00.5+00:00'],
  // Java
  ['2026-03-01T10:00:00+01:00[Europe/Berlin]', '2026-03-01T10:00:00+01:00'],
  ['2026-03-01T10:00:00Z[UTC]', '2026-03-01T10:00:00Z'],
  // Python's logging, and ISO 8601 itself, which prefers the comma
  ['2026-03-01 10:00:00,123', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01T10:00:00,123+02:00', '2026-03-01T10:00:00.123+02:00'],
  ['2026-03-01 10:00:00 UTC', '2026-03-01T10:00:00Z'],
  ['2026-03-01 10:00:00 gmt', '2026-03-01T10:00:00Z'],
  ['2026/03/01 10:00:00', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00 Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01 10:00:00 +08:00', '2026-03-01T10:00:00+08:00'],
  ['  2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00Z\r\n', '2026-03-01T10:00:00Z'],
  ['\u00a02026-03-01 10:00:00\u3000', '2026-03-01T10:00:00Z'],
  // seconds and milliseconds since the epoch
  [1_767_607_200, '2026-01-05T10:00:00.000Z'],
  [1_767_607_200.25, '2026-01-05T10:00:00.000Z'],
  [1_767_607_200_123, '2026-01-05T10:00:00.123Z'],
  ['1767607200', '2026-01-05T10:00:00.000Z'],
  ['1767607200123', '2026-01-05T10:00:00.123Z'],
])('reads %s', (given, expected) => {
  expect(readTime(given)).toBe(expected)
})

it.each([
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00',
  '0001-01-01 00:00:00 +0000 UTC',
  '0001-01-01T08:05:43+08:05',
  '0000-00-00 00:00:00',
  '0000-00-00',
  '0000-00-00T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1970-01-01T00:00:00.000Z',
  '1970-01-01 08:00:00',
  '1970-01-01T08:00:00+08:00',
  '1969-12-31T16:00:00-08:00',
  '1601-01-01T00:00:00Z',
  '1753-01-01T00:00:00',
  '1899-12-30T00:00:00Z',
  '1900-01-01 00:00:00',
  '9999-12-31T23:59:59.999Z',
  0,
  -0,
  '0',
])('takes %j for "not yet"', (value) => {
  expect(readTime(value)).toBeNull()
})

it.each([
  'yesterday',
  // what Date.parse makes a time of
  'task 12',
  '1',
  '-5',
  '1.5',
  'Sun, 01 Mar 2026 12:01:00 GMT',
  '2026-02-31T00:00:00Z',
  '2025-02-29T00:00:00Z',
  // a day, which is not yet a time
  '2026-03-01',
  '2026-13-01T00:00:00Z',
  '2026-00-01T10:00:00+0800',
  '2026-03-01T25:00:00Z',
  '2026-03-01T10:00:99Z',
  '2026-03-01T10:00:00Z; DROP',
  '+275760-09-13T00:00:00.001Z',
  '999999-01-01T00:00:00Z',
  // a name of four zones, and times of day that are not what they seem
  '2026-03-01 10:00:00 CST',
  '2026-03-01 10:00:00 PM',
  '2026-03-01T10:00:00[Europe/Berlin]',
  '2026-02-31 10:00:00 +0000 UTC',
  '2026/02/31 10:00:00',
  '0000-01-00 00:00:00',
  '03/01/2026 10:00:00',
  // numbers that count something else
  812,
  -1_767_607_200,
  1_767_607_200_123_456,
  '17676072001',
  Number.NaN,
  Infinity,
  null,
  {},
])('does not take %j for a time', (value) => {
  expect(readTime(value)).toBeUndefined()
})

it('never throws, and returns real points in time only', () => {
  const timelike = fc.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?$/)
  fc.assert(
    fc.property(fc.oneof(fc.string(), timelike), (text) => {
      const read = readTime(text)
      return typeof read !== 'string' || !Number.isNaN(Date.parse(read))
    }),
    { numRuns: 2_000 },
  )
})

it('reads back every point in time', () => {
  const years = { min: new Date('1971-01-01T00:00:00Z'), max: new Date('9998-12-31T23:59:59Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
      expect(readTime(date.toISOString())).toBe(date.toISOString())
    }),
  )
})
