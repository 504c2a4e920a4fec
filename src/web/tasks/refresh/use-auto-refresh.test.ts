import { expect, test } from 'vitest'

import { ApiError, type ApiFailure } from '#web/api/api-error.ts'
import { resumesAt } from '#web/tasks/refresh/use-auto-refresh.ts'

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
/** In seconds after the failure. */
const resumesAfter = (failure: ApiFailure, errorUpdateCount = 1, onlineAt = 0) =>
  (Number(resumesAt(failed(failure, errorUpdateCount), onlineAt)) - FAILED_AT) / 1_000

test('after a failure it is one moment, however often it is asked for', () => {
  const named = resumesAfter(busyUntil(FAILED_AT + 10_000))
  expect(named).toBeGreaterThanOrEqual(11)
  expect(named).toBeLessThanOrEqual(11.5)
  expect(resumesAfter(busyUntil(FAILED_AT + 10_000))).toBe(named)
  // A moment that was over when the failure came.
  expect(resumesAfter(busyUntil(FAILED_AT - 60_000))).toBeLessThanOrEqual(1.5)
  expect(resumesAfter(busyUntil(null))).toBeGreaterThanOrEqual(5)
  expect(resumesAfter(busyUntil(null), 2)).toBeGreaterThanOrEqual(10)
})

test('back on a network it is at once, but not before the moment that the service named', () => {
  expect(resumesAfter({ kind: 'offline' }, 4, FAILED_AT + 2_000)).toBe(2)
  expect(resumesAfter({ kind: 'offline' }, 1, FAILED_AT - 2_000)).toBeGreaterThanOrEqual(5)
  expect(resumesAfter(busyUntil(FAILED_AT + 9_000), 1, FAILED_AT + 2_000)).toBeGreaterThan(9)
})

test('never by itself where only the person can help, or where nothing has failed', () => {
  expect(resumesAt(failed({ kind: 'refused', code: 404, message: '' }))).toBe(false)
  expect(resumesAt({ ...failed({ kind: 'timeout' }), error: null })).toBeUndefined()
})
