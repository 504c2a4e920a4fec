import { afterEach, expect, test, vi } from 'vitest'

import { setTimeZone, timeZoneName, zonedIso } from '#web/format/time-zone.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  setTimeZone('local')
})

test.each([
  ['Asia/Tokyo', '2026-11-22T23:02:05.250+09:00'],
  ['America/St_Johns', '2026-11-22T10:32:05.250-03:30'],
  ['UTC', '2026-11-22T14:02:05.250+00:00'],
])('a local time in %s says its offset', (zone, expected) => {
  vi.stubEnv('TZ', zone)
  const at = Date.UTC(2026, 10, 22, 14, 2, 5, 250)
  expect(zonedIso(at)).toBe(expected)
  expect(Date.parse(expected)).toBe(at)
  expect(timeZoneName()).toBe(zone)
})

test('a time in UTC ends with Z, wherever the device is', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  setTimeZone('utc')
  expect(zonedIso(Date.UTC(2026, 10, 22, 14, 2))).toBe('2026-11-22T14:02:00.000Z')
  expect(timeZoneName()).toBe('UTC')
  expect(timeZoneName('local')).toBe('Asia/Tokyo')
})
