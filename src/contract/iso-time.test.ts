import fc from 'fast-check'
import { expect, it } from 'vitest'

import { readIsoTime } from '#contract/iso-time.ts'

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
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
])('reads %s', (given, expected) => {
  expect(readIsoTime(given)).toBe(expected)
})

it.each([
  '',
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
  1_700_000_000,
  null,
  {},
])('does not take %j for a time', (value) => {
  expect(readIsoTime(value)).toBeUndefined()
})

it('never throws, and returns real points in time only', () => {
  const timelike = fc.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?$/)
  fc.assert(
    fc.property(fc.oneof(fc.string(), timelike), (text) => {
      const read = readIsoTime(text)
      return read === undefined || !Number.isNaN(Date.parse(read))
    }),
    { numRuns: 2_000 },
  )
})

it('reads back every point in time', () => {
  const years = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
      expect(readIsoTime(date.toISOString())).toBe(date.toISOString())
    }),
  )
})
