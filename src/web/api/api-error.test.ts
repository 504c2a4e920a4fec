import { describe, expect, test } from 'vitest'

import {
  ApiError,
  failureOf,
  failureOfRefusal,
  MAX_RETRY_AFTER_MS,
  readRetryAfter,
} from '#web/api/api-error.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

describe('Retry-After', () => {
  test.each([
    ['30', now + 30_000],
    [' 0 ', now],
    ['Sun, 01 Mar 2026 12:01:00 GMT', now + 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', now],
    ['86400', now + MAX_RETRY_AFTER_MS],
    ['999999999999999999999999', now + MAX_RETRY_AFTER_MS],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is read as %s', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})

describe('what a refusal is', () => {
  test.each([
    [401, 401, 'unauthorized'],
    [200, 401, 'unauthorized'],
    [403, 4030, 'forbidden'],
    [429, 429, 'rate-limited'],
    [404, 404, 'refused'],
    [200, 4001, 'refused'],
    [200, 500, 'refused'],
    [500, 500, 'server'],
    [503, 401, 'server'],
    [408, 408, 'timeout'],
  ])('HTTP %s with code %s is %s', (status, code, kind) => {
    const refusal = { status, code, message: 'message', retryAt: null, notSent: false }
    expect(failureOfRefusal(refusal).kind).toBe(kind)
  })
})

test('anything thrown has a failure', () => {
  expect(failureOf(new ApiError({ kind: 'timeout' }))).toEqual({ kind: 'timeout' })
  expect(failureOf(new TypeError('boom'))).toEqual({ kind: 'unreadable', issue: 'defect' })
  expect(failureOf('text')).toEqual({ kind: 'unreadable', issue: 'defect' })
})
