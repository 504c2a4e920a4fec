import { describe, expect, test } from 'vitest'

import type { ApiFailure } from '#web/api/api-error.ts'
import { isWorthRetrying, resumeDelay, retryDelay } from '#web/api/query-client.ts'

describe('which reads are tried again', () => {
  test.each<[boolean, ApiFailure]>([
    [true, { kind: 'unreachable' }],
    [true, { kind: 'timeout' }],
    [true, { kind: 'offline' }],
    [true, { kind: 'server', status: 503, message: '', notSent: false }],
    [true, { kind: 'rate-limited', message: '', retryAt: null }],
    [true, { kind: 'rate-limited', message: '', retryAt: Date.now() + 1_000 }],
    [false, { kind: 'rate-limited', message: '', retryAt: Date.now() + 60_000 }],
    [false, { kind: 'unauthorized', message: '' }],
    [false, { kind: 'forbidden', message: '' }],
    [false, { kind: 'refused', code: 404, message: '' }],
    [true, { kind: 'unreadable', issue: 'not-json' }],
    [false, { kind: 'unreadable', issue: 'not-an-envelope' }],
    [false, { kind: 'unreadable', issue: 'no-task-list' }],
    [false, { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(isWorthRetrying(failure)).toBe(expected)
  })
})

describe('when a failed read is tried again by itself', () => {
  test('after 5 s, doubled up to a minute', () => {
    const delays = [1, 2, 3, 4, 5, 9].map((n) => resumeDelay({ kind: 'unreachable' }, n))
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  })

  test('when the service allows it, and never in a tight loop', () => {
    const later: ApiFailure = { kind: 'rate-limited', message: '', retryAt: Date.now() + 40_000 }
    expect(resumeDelay(later, 1)).toBeGreaterThan(39_000)
    expect(resumeDelay({ ...later, retryAt: Date.now() - 1 }, 1)).toBe(1_000)
    expect(resumeDelay({ ...later, retryAt: null }, 1)).toBe(30_000)
  })

  test('not where only the person can help', () => {
    expect(resumeDelay({ kind: 'unauthorized', message: '' }, 1)).toBe(false)
    expect(resumeDelay({ kind: 'unreadable', issue: 'no-task-list' }, 1)).toBe(false)
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
