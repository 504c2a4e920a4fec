import { describe, expect, test } from 'vitest'

import type { ApiFailure } from '#web/api/api-error.ts'
import { isWorthRetrying, retryDelay } from '#web/api/query-client.ts'

describe('which reads are tried again', () => {
  test.each<[boolean, ApiFailure]>([
    [true, { kind: 'unreachable' }],
    [true, { kind: 'timeout' }],
    [true, { kind: 'offline' }],
    [true, { kind: 'server', status: 503, message: '' }],
    [true, { kind: 'rate-limited', message: '', retryAt: null }],
    [true, { kind: 'rate-limited', message: '', retryAt: Date.now() + 1_000 }],
    [false, { kind: 'rate-limited', message: '', retryAt: Date.now() + 60_000 }],
    [false, { kind: 'unauthorized', message: '' }],
    [false, { kind: 'forbidden', message: '' }],
    [false, { kind: 'refused', code: 404, message: '' }],
    [false, { kind: 'unreadable', issue: '' }],
    [false, { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(isWorthRetrying(failure)).toBe(expected)
  })
})

describe('how long a try waits', () => {
  test('doubles, with jitter of up to a half', () => {
    for (const [failures, base] of [
      [0, 500],
      [1, 1_000],
      [2, 2_000],
    ] as const) {
      const delay = retryDelay(failures, { kind: 'unreachable' }, 0)
      expect(delay).toBeGreaterThanOrEqual(base)
      expect(delay).toBeLessThan(base * 1.5)
    }
  })

  test('is what the service asked for', () => {
    expect(retryDelay(0, { kind: 'rate-limited', message: '', retryAt: 12_000 }, 10_000)).toBe(
      2_000,
    )
    expect(retryDelay(0, { kind: 'rate-limited', message: '', retryAt: 9_000 }, 10_000)).toBe(0)
  })
})
