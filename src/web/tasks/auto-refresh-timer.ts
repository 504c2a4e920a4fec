import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { failureOf, isAboutKey } from '#web/api/api-error.ts'
import { resumeDelay } from '#web/api/query-client.ts'
import { failedReads, type VideoTasksQuery } from '#web/api/video-tasks.ts'
import { type PauseReason, planRefresh, type Reading } from '#web/tasks/auto-refresh-policy.ts'
import { openLayer } from '#web/ui/open-layers.ts'

/** Not everything that makes or ends a pause has an event, so it is looked after this often. */
const LOOK_INTERVAL_MS = 1_000

/** Events after which there may be a pause, or none any more. */
const TURNS = ['visibilitychange', 'focusin', 'focusout', 'selectionchange', 'toggle'] as const

/** Whether nobody can see the tab. */
export function isTabHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/**
 * Refreshes the shown list when it is due, by the one policy there is.
 *
 * @param isUnfinished whether anything visible will change by itself
 * @returns why it does not just now
 */
export function useRefreshTimer(
  query: VideoTasksQuery,
  { isOn, isUnfinished }: { isOn: boolean; isUnfinished: boolean },
): PauseReason | undefined {
  const [pause, setPause] = useState<PauseReason>()
  const hiddenSince = useRef<number>(undefined)
  const look = useEffectEvent((): number => {
    const now = Date.now()
    hiddenSince.current = isTabHidden() ? (hiddenSince.current ?? now) : undefined
    const plan = planRefresh({
      now,
      lastReadAt: Math.max(query.dataUpdatedAt, query.errorUpdatedAt),
      isUnfinished,
      resumesAt: resumesAt(query, now),
      isKeyRefused: query.error !== null && isAboutKey(failureOf(query.error)),
      hiddenSince: hiddenSince.current,
      isOffline: !navigator.onLine,
      reading: reading(),
    })
    setPause(plan.pause)
    if (plan.dueAt === null) return LOOK_INTERVAL_MS
    if (plan.dueAt > now) return Math.min(plan.dueAt - now, LOOK_INTERVAL_MS)
    // A retry that waits for the tab to be seen again is no reason to start over.
    if (query.fetchStatus === 'idle') void query.refetch({ cancelRefetch: false })
    return LOOK_INTERVAL_MS
  })
  useEffect(() => {
    if (!isOn) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookOn = () => {
      clearTimeout(timer)
      timer = setTimeout(lookOn, look())
    }
    lookOn()
    const listening = new AbortController()
    // `toggle` does not bubble: it is caught on its way down.
    const options = { signal: listening.signal, capture: true }
    for (const name of TURNS) document.addEventListener(name, lookOn, options)
    window.addEventListener('online', lookOn, options)
    window.addEventListener('offline', lookOn, options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [isOn])
  return isOn ? pause : undefined
}

/**
 * When a failed read is tried again by itself.
 *
 * @returns milliseconds since the epoch; false: only the person can help; undefined: none has failed
 */
export function resumesAt(query: VideoTasksQuery, now: number): number | false | undefined {
  if (query.error === null) return undefined
  const failure = failureOf(query.error)
  const delay = resumeDelay(failure, failedReads(query))
  if (delay === false) return false
  // A delay that the service has named is counted from now, any other from the failure.
  const isNamed = 'retryAt' in failure && failure.retryAt !== null
  return (isNamed ? now : query.errorUpdatedAt) + delay
}

function reading(): Reading | undefined {
  const layer = openLayer()
  if (layer !== undefined) return layer
  if (document.activeElement?.matches('input[type=number]') === true) return 'field'
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const table = document.querySelector('table')
  return table !== null && selection.containsNode(table, true) ? 'selection' : undefined
}
