import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { leaveRoom, stubStorages } from '#web/accounts/accounts.fixture.ts'
import { browserLockClock, clockWatch, dueLock } from '#web/accounts/lock/lock-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OPENED = 1_000_000_000_000
const fresh = { usedAt: OPENED, lockedAt: 0 }

describe('a lock is due', () => {
  test.each([
    [5, 5 * MINUTE_MS],
    [15, 15 * MINUTE_MS],
    [60, 60 * MINUTE_MS],
  ] as const)('after %d minutes without use, to the millisecond', (minutes, limit) => {
    expect(dueLock(fresh, OPENED, minutes, OPENED + limit - 1)).toBeNull()
    expect(dueLock(fresh, OPENED, minutes, OPENED + limit)).toBe('idle')
    const used = { ...fresh, usedAt: OPENED + limit - 1 }
    expect(dueLock(used, OPENED, minutes, OPENED + limit)).toBeNull()
  })

  test('never for idle time if that is off, but always after eight hours', () => {
    const used = { ...fresh, usedAt: OPENED + 8 * HOUR_MS - 1 }
    expect(dueLock(fresh, OPENED, 0, OPENED + 8 * HOUR_MS - 1)).toBeNull()
    expect(dueLock(used, OPENED, 60, OPENED + 8 * HOUR_MS)).toBe('absolute')
    expect(dueLock(fresh, OPENED, 0, OPENED + 8 * HOUR_MS)).toBe('absolute')
  })

  test('if the clock is before the last use, except for a small correction', () => {
    const used = { ...fresh, usedAt: OPENED + MINUTE_MS }
    expect(dueLock(used, OPENED, 15, OPENED + MINUTE_MS - 10_000)).toBeNull()
    expect(dueLock(used, OPENED, 15, OPENED + MINUTE_MS - 10_001)).toBe('clock')
    expect(dueLock(fresh, OPENED + HOUR_MS, 0, OPENED)).toBe('clock')
  })

  test('if they were locked after this tab was opened', () => {
    const locked = { ...fresh, lockedAt: OPENED + 1 }
    expect(dueLock(locked, OPENED, 15, OPENED + 2)).toBe('asked')
    expect(dueLock(locked, OPENED + 2, 15, OPENED + 2)).toBeNull()
  })
})

test('a clock that goes back compared to the monotonic one is noticed, however late', () => {
  const wasSetBack = clockWatch()
  expect(wasSetBack(OPENED, 0)).toBe(false)
  expect(wasSetBack(OPENED + MINUTE_MS, MINUTE_MS)).toBe(false)
  // Set forward, or the machine slept.
  expect(wasSetBack(OPENED + HOUR_MS, 2 * MINUTE_MS)).toBe(false)
  // 20 minutes have passed, and the clock says one.
  expect(wasSetBack(OPENED + HOUR_MS + MINUTE_MS, 22 * MINUTE_MS)).toBe(true)
  expect(wasSetBack(OPENED + HOUR_MS + 2 * MINUTE_MS, 23 * MINUTE_MS)).toBe(false)
})

describe('the clock of a browser', () => {
  let local: Record<string, unknown>
  beforeEach(() => {
    local = stubStorages().local
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('is shared by its tabs, also by later ones', () => {
    browserLockClock().noteOpened(OPENED)
    const other = browserLockClock()
    other.noteUsed(OPENED + MINUTE_MS)
    other.noteLocked(OPENED + 2 * MINUTE_MS)
    other.chooseIdleMinutes(5)
    expect(browserLockClock().moments()).toEqual({
      usedAt: OPENED + MINUTE_MS,
      lockedAt: OPENED + 2 * MINUTE_MS,
    })
    expect(browserLockClock().idleMinutes()).toBe(5)
  })

  test('is not stored for each movement of a pointer', () => {
    const clock = browserLockClock()
    clock.noteOpened(OPENED)
    clock.noteUsed(OPENED + 4_999)
    expect(clock.moments()?.usedAt).toBe(OPENED)
    clock.noteUsed(OPENED + 5_000)
    expect(clock.moments()?.usedAt).toBe(OPENED + 5_000)
  })

  test('uses the values of this page if nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined)
    const clock = browserLockClock()
    expect(clock.moments()).toBeNull()
    clock.noteOpened(OPENED)
    expect(clock.chooseIdleMinutes(15)).toBe(false)
    expect(clock.moments()).toEqual(fresh)
    expect(clock.idleMinutes()).toBe(15)
  })

  test('goes on if its storage is full', () => {
    leaveRoom(0)
    const clock = browserLockClock()
    clock.noteOpened(OPENED)
    expect(clock.moments()).toEqual(fresh)
    expect(clock.isKept()).toBe(false)
  })

  test('has no times if the storage was emptied or they cannot be read', () => {
    const clock = browserLockClock()
    clock.noteOpened(OPENED)
    expect(clock.isKept()).toBe(true)
    for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
    expect(clock.moments()).toBeNull()
    local['marquee.used-at'] = 'not a number'
    expect(clock.moments()).toBeNull()
  })

  test.each(['7', '-5', 'NaN', ''])('an unknown choice is read as the default: %j', (text) => {
    local['marquee.lock-after'] = text
    expect(browserLockClock().idleMinutes()).toBe(60)
  })
})
