import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { setTimeZone } from '#web/format/time-zone.ts'
import {
  dayOf,
  periodsBetween,
  type PeriodUnit,
  placeOf,
  readDay,
  unitFor,
  writeDay,
} from '#web/format/calendar.ts'

const day = (text: string) => readDay(text) ?? Number.NaN

test.each(['2026-11-22', '1970-01-01', '0024-02-29', '9999-12-31', '0000-01-01'])(
  'the day %s is read as it is written',
  (text) => {
    expect(writeDay(day(text))).toBe(text)
  },
)

test.each(['', '2026-02-30', '2026-1-1', '22.11.2026', 'today', 20_261_122, null, ['2026-11-22']])(
  '%j is no day',
  (text) => {
    expect(readDay(text)).toBeUndefined()
  },
)

test("a moment's day is the one on the person's own calendar", () => {
  for (const at of [Date.UTC(2026, 10, 22, 23, 30), Date.UTC(2026, 2, 29, 1), 0]) {
    const local = new Date(at)
    const text = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
    expect(writeDay(dayOf(at))).toBe(text)
  }
})

test('a moment is counted to the day that it has in UTC, where that is chosen', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const evening = Date.parse('2026-11-22T20:00:00Z')
  expect(writeDay(dayOf(evening))).toBe('2026-11-23')
  setTimeZone('utc')
  expect(writeDay(dayOf(evening))).toBe('2026-11-22')
  setTimeZone('local')
  vi.unstubAllEnvs()
})

test.each<[string, string, PeriodUnit, number]>([
  ['2026-11-22', '2026-11-22', 'day', 1],
  ['2026-10-01', '2026-12-29', 'day', 90],
  ['2026-10-01', '2026-12-30', 'week', 14],
  ['2026-01-01', '2027-12-31', 'month', 24],
  ['2000-06-01', '2026-12-31', { years: 1 }, 27],
  ['1900-01-01', '2026-12-31', { years: 10 }, 13],
  ['0000-01-01', '9999-12-31', { years: 1000 }, 10],
])('from %s to %s is drawn by %j: %i of them', (first, last, unit, count) => {
  expect(unitFor(day(first), day(last))).toEqual(unit)
  expect(periodsBetween(day(first), day(last), unit)).toHaveLength(count)
})

test('a week begins on Monday, a month on its first', () => {
  const [week] = periodsBetween(day('2026-11-22'), day('2026-11-22'), 'week')
  expect([week?.first, week?.last].map((one) => writeDay(one ?? 0))).toEqual([
    '2026-11-16',
    '2026-11-22',
  ])
  const [month] = periodsBetween(day('2024-02-15'), day('2024-02-15'), 'month')
  expect([month?.first, month?.last].map((one) => writeDay(one ?? 0))).toEqual([
    '2024-02-01',
    '2024-02-29',
  ])
})

test('every day stands in one period, and the periods are few', () => {
  const anyDay = fc.integer({ min: day('0000-01-01'), max: day('9999-12-31') })
  fc.assert(
    fc.property(anyDay, anyDay, (a, b) => {
      const [first, last] = a < b ? [a, b] : [b, a]
      const unit = unitFor(first, last)
      const periods = periodsBetween(first, last, unit)
      expect(periods.length).toBeLessThanOrEqual(90)
      expect(periods[0]?.first).toBeLessThanOrEqual(first)
      expect(periods.at(-1)?.last).toBeGreaterThanOrEqual(last)
      for (const [index, period] of periods.entries()) {
        expect(period.first).toBe((periods[index - 1]?.last ?? period.first - 1) + 1)
        expect(placeOf(period.last, unit)).toBe(placeOf(period.first, unit))
      }
    }),
  )
})
