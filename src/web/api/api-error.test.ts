import { describe, expect, test, vi } from 'vitest'

import {
  ApiError,
  failureOf,
  failureOfRefusal,
  MAX_RETRY_AFTER_MS,
  readRetryAfter,
  reportDefect,
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
    ['9'.repeat(1_000), now + MAX_RETRY_AFTER_MS],
    ['Fri, 31 Dec 9999 23:59:59 GMT', now + MAX_RETRY_AFTER_MS],
    ['Sunday, 01-Mar-26 12:01:00 GMT', now + 60_000],
    ['Sun Mar  1 12:01:00 2026', now + 60_000],
    // Date.parse accepts these.
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['5, 10', null],
    ['+5', null],
    ['2026-03-01T12:01:00Z', null],
    ['March 1', null],
    ['Sunday', null],
    ['Sun, 99 Foo 2026 12:01:00 GMT', null],
    ['Sun, 01 Mar 2026 99:99:99 GMT', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is read as %s', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})

describe('the kind of a refusal', () => {
  test.each([
    [401, 401, 'unauthorized'],
    [200, 401, 'unauthorized'],
    [403, 4030, 'forbidden'],
    [429, 429, 'rate-limited'],
    [404, 404, 'refused'],
    [200, 4001, 'refused'],
    [200, 500, 'server'],
    [200, 599, 'server'],
    [200, 5000, 'refused'],
    [500, 500, 'server'],
    [503, 401, 'server'],
    [999, 999, 'server'],
    [408, 408, 'server'],
    [200, 408, 'server'],
    [421, 421, 'server'],
    [425, 425, 'refused'],
  ])('HTTP %s with code %s is %s', (status, code, kind) => {
    const refusal = {
      status,
      code,
      message: 'message',
      retryAt: null,
      notSent: false,
      hostErrorCode: null,
    }
    expect(failureOfRefusal(refusal).kind).toBe(kind)
  })
})

test('recognises Too Early in the HTTP status and in the code', () => {
  for (const [status, code] of [
    [425, 425],
    [425, 4250],
    [200, 425],
  ] as const) {
    const refusal = {
      status,
      code,
      message: 'later',
      retryAt: now,
      notSent: false,
      hostErrorCode: null,
    }
    const early = { kind: 'refused', code: 425, message: 'later', retryAt: now }
    expect(failureOfRefusal(refusal)).toEqual(early)
  }
})

test('a 408 reply is not our own time-out, in the HTTP status or in the code', () => {
  for (const status of [408, 200]) {
    const refusal = {
      status,
      code: 408,
      message: '',
      retryAt: null,
      notSent: false,
      hostErrorCode: null,
    }
    expect(failureOfRefusal(refusal)).toMatchObject({ kind: 'server', status: 408 })
  }
})

test('a fault of the service keeps the retry time', () => {
  const refusal = {
    status: 503,
    code: 503,
    message: '',
    retryAt: now,
    notSent: false,
    hostErrorCode: null,
  }
  expect(failureOfRefusal(refusal)).toMatchObject({ kind: 'server', retryAt: now })
})

test('any thrown value has a failure', () => {
  expect(failureOf(new ApiError({ kind: 'timeout' }))).toEqual({ kind: 'timeout' })
  expect(failureOf(new TypeError('boom'))).toEqual({ kind: 'unreadable', issue: 'defect' })
  expect(failureOf('text')).toEqual({ kind: 'unreadable', issue: 'defect' })
})

/** What is reported of a value. */
function reportOf(value: unknown): Error | undefined {
  const reports: Error[] = []
  vi.stubGlobal('reportError', (report: Error) => reports.push(report))
  reportDefect(value)
  return reports[0]
}

test('a defect is reported with its kind and its place, and without data', () => {
  const report = reportOf(new TypeError('https://secret.example\nis not a URL'))
  expect(report?.message).toBe('TypeError')
  expect(report?.stack).toContain('api-error.test.ts')
  expect(report?.stack).not.toContain('secret')
  expect(reportOf('a text')?.message).toBe('string')
})

test('stacks of Firefox and WebKit keep their places, too', () => {
  const error = new RangeError('secret')
  error.stack =
    'read@https://app.example/assets/main.js:1:22\nsecret\n@https://app.example/a.js:3:4'
  expect(reportOf(error)?.stack).toBe(
    'Defect: RangeError\nread@https://app.example/assets/main.js:1:22\n@https://app.example/a.js:3:4',
  )
})

test('what the browser refuses is no defect', () => {
  expect(reportOf(new DOMException('full', 'QuotaExceededError'))).toBeUndefined()
  expect(reportOf(new DOMException('a function', 'DataCloneError'))?.message).toBe('DataCloneError')
})
