import { afterEach, describe, expect, test, vi } from 'vitest'

import { ApiError, type ApiFailure, TOO_EARLY } from '#web/api/api-error.ts'
import {
  createQueryClient,
  delayAfterFailure,
  isWorthRetrying,
  resumeDelay,
  retryDelay,
} from '#web/api/query-client.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A fault of the service with a retry time. */
function server(retryAt: number | null): ApiFailure {
  return { kind: 'server', status: 503, message: '', notSent: false, retryAt }
}

/** A rate limit of the service with a retry time. */
function pause(retryAt: number | null): ApiFailure {
  return { kind: 'rate-limited', message: '', retryAt }
}

/** A Too Early refusal, with an optional retry time. */
function early(retryAt: number | null): ApiFailure {
  return { kind: 'refused', code: TOO_EARLY, message: '', retryAt }
}

test('reports a defect in a read or a creation, and no failure of the service', async () => {
  const reports: unknown[] = []
  vi.stubGlobal('reportError', (report: unknown) => reports.push(report))
  const client = createQueryClient()
  const read = async (error: Error) =>
    client.query({
      queryKey: [error.message],
      queryFn: () => {
        throw error
      },
      retry: false,
    })
  await expect(read(new ApiError({ kind: 'unauthorized', message: '' }))).rejects.toThrow(
    'unauthorized',
  )
  expect(reports).toEqual([])
  await expect(read(new TypeError('a defect'))).rejects.toThrow('a defect')
  expect(reports).toHaveLength(1)
  const creation = client.getMutationCache().build(client, {
    mutationFn: () => {
      throw new TypeError('another defect')
    },
  })
  await expect(creation.execute(undefined)).rejects.toThrow('another defect')
  expect(reports).toHaveLength(2)
  client.clear()
})

describe('the retry of a read', () => {
  test.each<[boolean, ApiFailure]>([
    [true, { kind: 'unreachable' }],
    [true, { kind: 'timeout' }],
    [true, { kind: 'offline' }],
    [true, server(null)],
    [true, server(Date.now() + 1_000)],
    [false, server(Date.now() + 60_000)],
    [false, { kind: 'server', status: 421, message: '', notSent: false, retryAt: null }],
    [true, pause(null)],
    [true, pause(Date.now() + 1_000)],
    [false, pause(Date.now() + 60_000)],
    [false, { kind: 'unauthorized', message: '' }],
    [false, { kind: 'forbidden', message: '' }],
    [false, { kind: 'refused', code: 404, message: '' }],
    [false, { kind: 'server', status: 408, message: '', notSent: false, retryAt: null }],
    [true, { kind: 'refused', code: 425, message: '' }],
    [true, early(Date.now() + 1_000)],
    [false, early(Date.now() + 60_000)],
    [true, { kind: 'unreadable', issue: 'not-json' }],
    [false, { kind: 'unreadable', issue: 'not-an-envelope' }],
    [false, { kind: 'unreadable', issue: 'other-data' }],
    [false, { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(isWorthRetrying(failure)).toBe(expected)
  })
})

const isBetween = (delay: number | false, least: number, most: number) =>
  delay !== false && delay >= least && delay <= most

test('offline, a read is not tried again at once', () => {
  expect(isBetween(delayAfterFailure({ kind: 'unreachable' }, 1, 0), 500, 750)).toBe(true)
  expect(isBetween(delayAfterFailure({ kind: 'offline' }, 1, 0), 5_000, 7_500)).toBe(true)
})

describe('the automatic restart of a failed read', () => {
  test('waits 5 s, doubled up to a minute', () => {
    for (const [failedReads, base] of [
      [1, 5_000],
      [2, 10_000],
      [3, 20_000],
      [4, 40_000],
      [5, 60_000],
      [9, 60_000],
      [5_000, 60_000],
    ] as const) {
      for (const failure of [{ kind: 'unreachable' }, server(null)] as const) {
        expect(isBetween(resumeDelay(failure, failedReads, 0), base, base * 1.5)).toBe(true)
      }
    }
  })

  test('has the same time for each call, so that no timer restarts', () => {
    const asked = Array.from({ length: 20 }, () => resumeDelay({ kind: 'timeout' }, 2, 0))
    expect(new Set(asked).size).toBe(1)
  })

  test('waits until the service allows it, and never runs in a tight loop', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    for (const until of [server, pause, early]) {
      expect(isBetween(resumeDelay(until(1_040_000), 1, 1_000_000), 41_000, 41_500)).toBe(true)
      expect(isBetween(resumeDelay(until(999_999), 1, 1_000_000), 1_000, 1_500)).toBe(true)
    }
    expect(isBetween(resumeDelay(pause(null), 1, 0), 30_000, 45_000)).toBe(true)
  })

  test('does not happen if only the person can help', () => {
    expect(resumeDelay({ kind: 'unauthorized', message: '' }, 1, 0)).toBe(false)
    expect(resumeDelay({ kind: 'unreadable', issue: 'other-data' }, 1, 0)).toBe(false)
  })
})

describe('the wait before a retry', () => {
  test('doubles, with jitter of up to a half', () => {
    for (const [failures, base] of [
      [0, 500],
      [1, 1_000],
      [2, 2_000],
    ] as const) {
      expect(
        isBetween(retryDelay(failures, { kind: 'unreachable' }, 5_000), base, base * 1.5),
      ).toBe(true)
    }
  })

  test('is never shorter than the service asked for, nor than its own step', () => {
    for (const until of [server, pause, early]) {
      expect(isBetween(retryDelay(0, until(12_000), 10_000), 2_000, 2_250)).toBe(true)
      expect(isBetween(retryDelay(1, until(9_000), 10_000), 1_000, 1_500)).toBe(true)
    }
  })
})

test('a reader that shows its waits has short waits first, then long ones', () => {
  const failure: ApiFailure = { kind: 'unreachable' }
  for (const [failures, base] of [
    [1, 500],
    [2, 1_000],
    [3, 5_000],
    [4, 10_000],
  ] as const) {
    expect(isBetween(delayAfterFailure(failure, failures, 0), base, base * 1.5)).toBe(true)
  }
  // A long pause that the service asks for is not a short wait.
  const now = Date.now()
  expect(isBetween(delayAfterFailure(pause(now + 60_000), 1, now), 61_000, 61_500)).toBe(true)
  expect(delayAfterFailure({ kind: 'unauthorized', message: '' }, 1, 0)).toBe(false)
})

test('a read is sent at most three times, and only if a retry may help', async () => {
  vi.useFakeTimers()
  for (const [failure, sent] of [
    [server(null), 3],
    [{ kind: 'refused', code: 425, message: '' }, 3],
    [{ kind: 'refused', code: 404, message: '' }, 1],
    [{ kind: 'unreadable', issue: 'not-an-envelope' }, 1],
  ] as const satisfies readonly (readonly [ApiFailure, number])[]) {
    const read = vi.fn<() => Promise<never>>().mockRejectedValue(new ApiError(failure))
    const reading = createQueryClient().query({ queryKey: [failure], queryFn: read })
    await Promise.all([expect(reading).rejects.toThrow(failure.kind), vi.runAllTimersAsync()])
    expect(read).toHaveBeenCalledTimes(sent)
  }
})
