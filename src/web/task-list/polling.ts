import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { failureOf, isAboutKey } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import { failedReads } from '#web/api/video-tasks.ts'
import { type PauseReason, planRefresh } from '#web/task-list/refresh-plan.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'
import { currentPause, subscribePauses } from '#web/ui/pauses.ts'

/** Some pauses begin and end without an event, so the plan is made at least this often, in milliseconds. */
const LONGEST_MS = 1_000

/** What polling needs of the result of a query. */
export interface PolledQuery {
  data: { failedBefore?: number | undefined } | undefined
  dataUpdatedAt: number
  error: Error | null
  errorUpdatedAt: number
  errorUpdateCount: number
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: (options: { cancelRefetch: boolean }) => unknown
}

/** What is read again, and how soon. */
export interface Polling {
  /** false: only failed reads are repeated */
  isOn: boolean
  /** it will change by itself */
  isUnfinished: boolean
  /** time from one reply to the next read while it is unfinished, in milliseconds; undefined: the default */
  busyInterval?: (now: number) => number
  /** for rows that a person may be reading: cancels the read that polling has started, as its reply would move them */
  onReading?: () => void
}

/**
 * Reads a query again whenever `planRefresh` says so. Nothing else reads it again unless the person asks for it.
 *
 * @param polling undefined: it is not read again
 * @returns why it is not read again at the moment; undefined: it is
 */
export function usePolling(
  query: PolledQuery,
  polling: Polling | undefined,
): PauseReason | undefined {
  const [pause, setPause] = useState<PauseReason>()
  const hiddenSince = useRef<number>(undefined)
  const onlineAt = useRef(0)
  /** when polling last started a read; 0: that read was cancelled */
  const startedAt = useRef(0)

  /** Reads again if that is due. @returns the time until the next check, in milliseconds */
  const check = useEffectEvent((): number => {
    const now = Date.now()
    hiddenSince.current = isTabHidden() ? (hiddenSince.current ?? now) : undefined
    if (polling === undefined) return LONGEST_MS
    const reading = polling.onReading && currentPause()
    const endedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
    const plan = planRefresh({
      now,
      isOn: polling.isOn,
      lastReadAt: Math.max(endedAt, startedAt.current),
      isUnfinished: polling.isUnfinished,
      busyInterval: polling.busyInterval?.(now),
      resumesAt: resumesAt(query, onlineAt.current),
      isKeyRefused: query.error !== null && isAboutKey(failureOf(query.error)),
      hiddenSince: hiddenSince.current,
      isOffline: !navigator.onLine,
      reading,
    })
    // When the pause is the same, do not set it: React queues even equal updates until the next render, and this runs each second.
    if (plan.pause !== pause) setPause(plan.pause)
    if (plan.dueAt === null) {
      if (reading !== undefined && plan.pause === reading && startedAt.current > endedAt) {
        startedAt.current = 0
        polling.onReading?.()
      }
    } else if (plan.dueAt > now) {
      return Math.min(plan.dueAt - now, LONGEST_MS)
    } else if (query.fetchStatus !== 'fetching') {
      startedAt.current = now
      // In a hidden tab TanStack Query pauses a retry until the tab is visible. This read is due now.
      void query.refetch({ cancelRefetch: query.fetchStatus === 'paused' })
    }
    return LONGEST_MS
  })

  const isPolled = polling !== undefined
  useEffect(() => {
    if (!isPolled) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkOn = () => {
      clearTimeout(timer)
      timer = setTimeout(checkOn, check())
    }
    checkOn()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', checkOn, { signal })
    const onOnline = () => {
      onlineAt.current = Date.now()
      checkOn()
    }
    window.addEventListener('online', onOnline, { signal })
    window.addEventListener('offline', checkOn, { signal })
    const unsubscribe = subscribePauses(checkOn)
    return () => {
      clearTimeout(timer)
      listening.abort()
      unsubscribe()
    }
  }, [isPolled])

  return pause
}

/**
 * When a failed read is retried automatically. The retry policy is in query-client.ts.
 *
 * @param onlineAt when the browser last came back online: the read is then retried at once
 * @returns milliseconds since the epoch; false: only the person can help; undefined: no read has failed
 */
export function resumesAt(
  query: Pick<PolledQuery, 'error' | 'errorUpdatedAt' | 'errorUpdateCount' | 'data'>,
  onlineAt = 0,
): number | false | undefined {
  if (query.error === null) return undefined
  const failure = failureOf(query.error)
  const failedAt = query.errorUpdatedAt
  const delay = resumeDelay(failure, failedReads(query), failedAt)
  if (delay === false) return false
  const isSooner = onlineAt > failedAt && retryAtOf(failure) === null
  return isSooner ? onlineAt : failedAt + delay
}
