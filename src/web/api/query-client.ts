import { CancelledError, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { type ApiFailure, caughtFailure, failureOf, TOO_EARLY } from '#web/api/api-error.ts'

/** A read is sent at most three times: the first try and two more. */
const MAX_RETRIES = 2

/** Creates a cache. It has the only retry policy of the app, and reports every error that is not an ApiError. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // With the default mode, TanStack Query would pause requests offline. A local host can still answer.
        networkMode: 'always',
        retry: (failures, error) => isRetried(failureOf(error), failures + 1),
        retryDelay: (failures, error) => retryDelay(failures, failureOf(error), Date.now()),
        staleTime: 5_000,
        // Rows must not move while a person reads. They change on request, or by auto-refresh, which
        // pauses while a person reads.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: {
        // A creation costs points: never retry it, and never queue it.
        networkMode: 'always',
        retry: 0,
      },
    },
  })
}

function onError(error: Error): void {
  if (!(error instanceof CancelledError)) caughtFailure(error)
}

/** @param failures how often the read has failed, 1 or more */
function isRetried(failure: ApiFailure, failures: number): boolean {
  // Offline, nothing is asked until the network is back.
  return failures <= MAX_RETRIES && failure.kind !== 'offline' && isWorthRetrying(failure)
}

/** Whether the same read may succeed shortly after. */
export function isWorthRetrying(failure: ApiFailure): boolean {
  switch (failure.kind) {
    case 'offline':
    case 'unreachable':
    case 'timeout':
      return true
    case 'server':
    case 'front':
      return failure.status >= 500 && isSoon(failure.retryAt)
    case 'rate-limited':
      return isSoon(failure.retryAt)
    case 'refused':
      return failure.code === TOO_EARLY && isSoon(retryAtOf(failure))
    case 'unreadable':
      // The next reply would have the same wrong shape.
      return failure.issue === 'not-json'
    case 'unauthorized':
    case 'forbidden':
    case 'sign-in':
    case 'cancelled':
      return false
  }
}

const LONGEST_SILENT_WAIT_MS = 5_000

/** Whether a wait is short enough to retry silently. Longer waits are shown to the person. */
function isSoon(retryAt: number | null): boolean {
  return retryAt === null || retryAt - Date.now() <= LONGEST_SILENT_WAIT_MS
}

/** The earliest retry time that the service named, in milliseconds since the epoch. */
export function retryAtOf(failure: ApiFailure): number | null {
  return 'retryAt' in failure ? (failure.retryAt ?? null) : null
}

/** A constant factor from 1 to 1.5, random for each tab, so that many tabs do not retry together. */
const spread = 1 + Math.random() / 2

/**
 * Milliseconds until a read that has used up its tries starts again automatically, so that the screen recovers
 * with the service. The delay is 5 s, doubled each time up to a minute, or as long as the service asks for.
 * Each tab adds up to a half. The result is the same for each call, so that no timer restarts.
 *
 * @param failedReads how often the read has used up its tries, 1 or more
 * @param from the start of the delay, in milliseconds since the epoch
 * @returns false if only the person can help
 */
export function resumeDelay(
  failure: ApiFailure,
  failedReads: number,
  from: number,
): number | false {
  const retryAt = retryAtOf(failure)
  if (retryAt !== null) return Math.max(retryAt - from, 0) + 1_000 * spread
  if (failure.kind === 'rate-limited') return 30_000 * spread
  return isWorthRetrying(failure) && Math.min(5_000 * 2 ** (failedReads - 1), 60_000) * spread
}

/**
 * Milliseconds until the next try of a reader that shows its waits, such as the scan of the whole list. First
 * come the short waits of any read, then those of `resumeDelay`.
 *
 * @param failures how often reads have failed in a row, 1 or more
 * @param now in milliseconds since the epoch
 * @returns false if only the person can help
 */
export function delayAfterFailure(
  failure: ApiFailure,
  failures: number,
  now: number,
): number | false {
  return isRetried(failure, failures)
    ? retryDelay(failures - 1, failure, now)
    : resumeDelay(failure, Math.max(failures - MAX_RETRIES, 1), now)
}

/**
 * Milliseconds before the next try: the time that the service asked for, else half a second, doubled each
 * time. Jitter adds up to half a step, so that many tabs do not retry together.
 */
export function retryDelay(failures: number, failure: ApiFailure, now: number): number {
  const step = 500 * 2 ** failures
  return Math.max((retryAtOf(failure) ?? 0) - now, step) + (step * Math.random()) / 2
}
