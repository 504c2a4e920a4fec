import { QueryClient } from '@tanstack/react-query'

import { type ApiFailure, failureOf, TOO_EARLY } from '#web/api/api-error.ts'

/** A read is sent at most three times: the first try and two more. */
const MAX_RETRIES = 2

/** The cache of one session, with the one retry policy there is. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The library's own idea of "online" would park a request that a local host could answer.
        networkMode: 'always',
        retry: (failures, error) => isRetried(failureOf(error), failures + 1),
        retryDelay: (failures, error) => retryDelay(failures, failureOf(error), Date.now()),
        staleTime: 5_000,
        // Nothing moves while one reads: rows change when they are asked to, or by the one policy
        // that knows when somebody reads.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: {
        // A creation costs points: never sent again, never kept for later.
        networkMode: 'always',
        retry: 0,
      },
    },
  })
}

/** @param failures how often the read has failed, 1 or more */
function isRetried(failure: ApiFailure, failures: number): boolean {
  return failures <= MAX_RETRIES && isWorthRetrying(failure)
}

/** Whether the same read may succeed a moment later. */
export function isWorthRetrying(failure: ApiFailure): boolean {
  switch (failure.kind) {
    case 'offline':
    case 'unreachable':
    case 'timeout':
      return true
    case 'server':
      return failure.status >= 500 && isSoon(failure.retryAt)
    case 'rate-limited':
      return isSoon(failure.retryAt)
    case 'refused':
      return failure.code === TOO_EARLY && isSoon(retryAtOf(failure))
    case 'unreadable':
      // An answer of another shape will have it again.
      return failure.issue === 'not-json'
    case 'unauthorized':
    case 'forbidden':
    case 'cancelled':
      return false
  }
}

const LONGEST_SILENT_WAIT_MS = 5_000

/** A long wait is told to the person; a short one is sat out. */
function isSoon(retryAt: number | null): boolean {
  return retryAt === null || retryAt - Date.now() <= LONGEST_SILENT_WAIT_MS
}

/** When the service said that it may be asked again, in milliseconds since the epoch. */
export function retryAtOf(failure: ApiFailure): number | null {
  return 'retryAt' in failure ? (failure.retryAt ?? null) : null
}

/** From 1 to 1.5, this tab's own and always the same: many tabs do not come back together. */
const spread = 1 + Math.random() / 2

/**
 * Milliseconds until a read that has failed for good is tried again by itself, so that the screen
 * comes back with the service: 5 s, doubled each time up to a minute, or when the service allows it;
 * up to half as much later in some tabs than in others. Steady: asking again restarts no timer.
 *
 * @param failedReads how often the read has failed for good, 1 or more
 * @param from the moment that the delay counts from, milliseconds since the epoch
 * @returns false where only the person can help
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
 * Milliseconds until a read is sent again by a reader that shows its waits, such as the scan of the whole list: first
 * the short waits of any read, then those of `resumeDelay`.
 *
 * @param failures how often reads have failed in a row, 1 or more
 * @param now milliseconds since the epoch
 * @returns false where only the person can help
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
 * Milliseconds before the next try: what the service asked for, else half a second doubled each
 * time; with up to half a step in jitter so that many tabs do not come back together.
 */
export function retryDelay(failures: number, failure: ApiFailure, now: number): number {
  const step = 500 * 2 ** failures
  return Math.max((retryAtOf(failure) ?? 0) - now, step) + (step * Math.random()) / 2
}
