import { expect, test } from 'vitest'

import { ApiError, type ApiFailure } from '#web/api/api-error.ts'
import { resumesAt } from '#web/task-list/polling.ts'

const FAILED_AT = 1_000_000
const failed = (failure: ApiFailure, errorUpdateCount = 1) => ({
  error: new ApiError(failure),
  errorUpdatedAt: FAILED_AT,
  errorUpdateCount,
  data: undefined,
})
const busyUntil = (retryAt: number | null): ApiFailure => ({
  kind: 'server',
  status: 503,
  message: '',
  notSent: false,
  retryAt,
})
/** When a failed read is retried, in seconds after the failure. */
const resumesAfter = (failure: ApiFailure, errorUpdateCount = 1, onlineAt = 0) =>
  (Number(resumesAt(failed(failure, errorUpdateCount), onlineAt)) - FAILED_AT) / 1_000

test('calculates the same retry time for a failure every time', () => {
  const named = resumesAfter(busyUntil(FAILED_AT + 10_000))
  expect(named).toBeGreaterThanOrEqual(11)
  expect(named).toBeLessThanOrEqual(11.5)
  expect(resumesAfter(busyUntil(FAILED_AT + 10_000))).toBe(named)
  // The time from the service was already over when the read failed.
  expect(resumesAfter(busyUntil(FAILED_AT - 60_000))).toBeLessThanOrEqual(1.5)
  expect(resumesAfter(busyUntil(null))).toBeGreaterThanOrEqual(5)
  expect(resumesAfter(busyUntil(null), 2)).toBeGreaterThanOrEqual(10)
})

test('retries at once when back online, but not before the time that the service named', () => {
  expect(resumesAfter({ kind: 'offline' }, 4, FAILED_AT + 2_000)).toBe(2)
  expect(resumesAfter({ kind: 'offline' }, 1, FAILED_AT - 2_000)).toBeGreaterThanOrEqual(5)
  expect(resumesAfter(busyUntil(FAILED_AT + 9_000), 1, FAILED_AT + 2_000)).toBeGreaterThan(9)
})

test('does not retry automatically if only the person can help, or if nothing has failed', () => {
  expect(resumesAt(failed({ kind: 'refused', code: 404, message: '' }))).toBe(false)
  expect(resumesAt({ ...failed({ kind: 'timeout' }), error: null })).toBeUndefined()
})
