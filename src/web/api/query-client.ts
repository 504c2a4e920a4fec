import { QueryClient } from '@tanstack/react-query'

import { type ApiFailure, failureOf } from '#web/api/api-error.ts'

/** A read is sent at most three times: the first try and two more. */
const MAX_RETRIES = 2

/** The cache of one session, with the one retry policy there is. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The library's own idea of "online" would park a request that a local host could answer.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(failureOf(error)),
        retryDelay: (failures, error) => retryDelay(failures, failureOf(error), Date.now()),
        staleTime: 5_000,
        // Nothing moves while one reads: rows change when they are asked to.
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: {
        // A creation costs points: never sent again, never kept for later.
        networkMode: 'always',
        retry: 0,
      },
    },
  })
}

/** Whether the same read may succeed a moment later. */
export function isWorthRetrying(failure: ApiFailure): boolean {
  switch (failure.kind) {
    case 'offline':
    case 'unreachable':
    case 'timeout':
    case 'server':
      return true
    case 'rate-limited':
      // A long wait is told to the person; a short one is sat out.
      return failure.retryAt === null || failure.retryAt - Date.now() <= LONGEST_SILENT_WAIT_MS
    case 'unreadable':
      // An answer of another shape will have it again.
      return failure.issue === 'not-json'
    case 'unauthorized':
    case 'forbidden':
    case 'refused':
    case 'cancelled':
      return false
  }
}

const LONGEST_SILENT_WAIT_MS = 5_000

/**
 * Milliseconds until a read that has failed for good is tried again by itself, so that the screen
 * comes back with the service: 5 s, doubled each time up to a minute, or when the service allows it.
 *
 * @param failedReads how often the read has failed for good, 1 or more
 * @returns false where only the person can help
 */
export function resumeDelay(failure: ApiFailure, failedReads: number): number | false {
  if (failure.kind === 'rate-limited') {
    return Math.max(failure.retryAt === null ? 30_000 : failure.retryAt - Date.now(), 1_000)
  }
  return isWorthRetrying(failure) && Math.min(5_000 * 2 ** (failedReads - 1), 60_000)
}

/**
 * Milliseconds before the next try: what the service asked for, else half a second doubled each
 * time, with up to half of it in jitter so that many tabs do not come back together.
 */
export function retryDelay(failures: number, failure: ApiFailure, now: number): number {
  if (failure.kind === 'rate-limited' && failure.retryAt !== null) {
    return Math.max(0, failure.retryAt - now)
  }
  const base = 500 * 2 ** failures
  return base * (1 + Math.random() / 2)
}
