import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { setTimeZone } from '#web/format/time-zone.ts'
import {
  formatAbsolute,
  formatAge,
  formatClock,
  formatClockSeconds,
  formatDuration,
  formatRelative,
  timeTitle,
} from '#web/format/time.ts'

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
  [-365 * day, '365 days ago'],
  [-366 * day, '1 yr. ago'],
  [-2646 * day, '7 yr. ago'],
  [800 * day, '2 yr. ahead'],
  [8 * hour, '8 hr. ahead'],
  [26 * hour, '26 hr. ahead'],
])('%s ms from now is %s', (offset, expected) => {
  expect(formatRelative(offset, 0)).toBe(expected)
})

describe('the days of the calendar', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    setTimeZone('local')
  })

  test.each([
    // at 07:00 on 4 July
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-03T04:00Z', 'yesterday'],
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-03T05:30Z', '23 hr. ago'],
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-02T22:00Z', 'yesterday'],
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-02T21:59Z', '2 days ago'],
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-02T16:00Z', '2 days ago'],
    ['Europe/Berlin', '2026-07-04T05:00Z', '2026-07-01T16:00Z', '3 days ago'],
    // at 23:00 the same day reaches back almost two days
    ['Europe/Berlin', '2026-07-04T21:00Z', '2026-07-02T22:00Z', 'yesterday'],
    // the day of the clock change has 25 hours in autumn, and 23 in spring
    ['Europe/Berlin', '2026-10-25T22:50Z', '2026-10-24T22:10Z', '24 hr. ago'],
    ['Europe/Berlin', '2026-10-26T22:50Z', '2026-10-24T22:10Z', 'yesterday'],
    ['Europe/Berlin', '2026-10-26T22:50Z', '2026-10-24T21:50Z', '2 days ago'],
    ['Europe/Berlin', '2026-03-30T06:00Z', '2026-03-28T23:10Z', 'yesterday'],
    ['Europe/Berlin', '2026-03-30T06:00Z', '2026-03-28T22:50Z', '2 days ago'],
    ['America/New_York', '2026-07-04T05:00Z', '2026-07-02T22:00Z', '2 days ago'],
    ['Asia/Kolkata', '2026-07-04T05:00Z', '2026-07-02T18:30Z', 'yesterday'],
  ])('in %s, at %s: %s was %s', (zone, now, at, expected) => {
    vi.stubEnv('TZ', zone)
    expect(formatRelative(Date.parse(at), Date.parse(now))).toBe(expected)
  })

  test('are those of UTC if times are shown in UTC', () => {
    vi.stubEnv('TZ', 'Pacific/Auckland')
    setTimeZone('utc')
    const now = Date.parse('2026-07-04T05:00Z')
    expect(formatRelative(Date.parse('2026-07-03T00:00Z'), now)).toBe('yesterday')
    expect(formatRelative(Date.parse('2026-07-02T23:59Z'), now)).toBe('2 days ago')
  })
})

test('a time less than a minute ahead is in this minute, as clocks differ', () => {
  expect(formatAge(59 * second, 0)).toBe('this minute')
  expect(formatAge(60 * second, 0)).toBe('1 min. ahead')
  expect(formatAge(-59 * second, 0)).toBe('this minute')
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

describe('a device in Kolkata', () => {
  const noon = Date.parse('2026-03-01T12:00:05Z')
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    vi.useFakeTimers({ now: noon })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.useRealTimers()
    setTimeZone('local')
  })

  test('says an absolute time in both zones, with their names, the chosen one first', () => {
    const [local, utc] = ['Mar 1, 2026, 05:30:05 PM GMT+5:30', 'Mar 1, 2026, 12:00:05 PM UTC']
    expect(formatAbsolute(noon)).toEqual([local, utc])
    setTimeZone('utc')
    expect(formatAbsolute(noon)).toEqual([utc, local])
  })

  test('says the time of day in the chosen zone, and that it is UTC', () => {
    expect(formatClock(noon)).toBe('5:30 PM')
    expect(formatClockSeconds(noon)).toBe('5:30:05 PM')
    expect(formatClock(noon - 86_400_000)).toBe('Feb 28, 2026, 5:30 PM')
    setTimeZone('utc')
    expect(formatClock(noon)).toBe('12:00 PM UTC')
    expect(formatClockSeconds(noon)).toBe('12:00:05 PM UTC')
    expect(formatClock(noon - 86_400_000)).toBe('Feb 28, 2026, 12:00 PM UTC')
  })

  test('writes an hour before ten as the language does', () => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] })
    const night = Date.parse('2026-03-01T20:35:05Z')
    vi.setSystemTime(night)
    expect(formatClock(night)).toBe('02:05')
    expect(formatClockSeconds(night)).toBe('02:05:05')
    setTimeZone('utc')
    expect(formatClock(night - 12 * hour)).toBe('08:35 UTC')
  })

  test('leaves out the date of what is of today in the chosen zone', () => {
    const midnight = Date.parse('2026-03-01T20:00:00Z')
    expect(formatClock(midnight)).toBe('Mar 2, 2026, 1:30 AM')
    setTimeZone('utc')
    expect(formatClock(midnight)).toBe('8:00 PM UTC')
  })
})

test('the title of a time ahead says why that may be', () => {
  expect(timeTitle(0, minute)).not.toContain('clock')
  expect(timeTitle(minute, 0)).toMatch(/1970.* · Time ahead of this device’s clock/)
})
