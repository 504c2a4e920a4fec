import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { failureOf, isAboutKey } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import { failedReads, useCancelVideoTasks, type VideoTasksQuery } from '#web/api/video-tasks.ts'
import {
  type PauseReason,
  planRefresh,
  type Reading,
} from '#web/tasks/refresh/auto-refresh-policy.ts'
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
 * Reads the shown list again when it is due, by the one policy there is. No other read is made that
 * nobody asked for.
 *
 * @param isUnfinished whether anything visible will change by itself
 * @param isAwaited whether somebody waits for a newer reply
 * @returns why it does not just now
 */
export function useRefreshTimer(
  query: VideoTasksQuery,
  { isOn, isUnfinished, isAwaited }: { isOn: boolean; isUnfinished: boolean; isAwaited: boolean },
): PauseReason | undefined {
  const [pause, setPause] = useState<PauseReason>()
  const hiddenSince = useRef<number>(undefined)
  const onlineAt = useRef(0)
  /** when the timer last made a read of its own, 0 where that was called off */
  const triedAt = useRef(0)
  const cancel = useCancelVideoTasks()
  const look = useEffectEvent((): number => {
    const now = Date.now()
    hiddenSince.current = isTabHidden() ? (hiddenSince.current ?? now) : undefined
    const endedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
    const plan = planRefresh({
      now,
      isOn,
      lastReadAt: Math.max(endedAt, triedAt.current),
      isUnfinished,
      resumesAt: resumesAt(query, onlineAt.current),
      isKeyRefused: query.error !== null && isAboutKey(failureOf(query.error)),
      hiddenSince: hiddenSince.current,
      isOffline: !navigator.onLine,
      reading: reading(),
    })
    setPause(plan.pause)
    if (plan.dueAt === null) {
      // What is still on its way would move the rows under whoever began to read meanwhile.
      if (isReading(plan.pause) && triedAt.current > endedAt && !isAwaited) {
        triedAt.current = 0
        if (query.data !== undefined && !query.isPlaceholderData) cancel(query.data.params)
      }
      return LOOK_INTERVAL_MS
    }
    if (plan.dueAt > now) return Math.min(plan.dueAt - now, LOOK_INTERVAL_MS)
    if (query.fetchStatus !== 'fetching') {
      triedAt.current = now
      // In a hidden tab a retry waits to be seen: it is due all the same, so it starts over.
      void query.refetch({ cancelRefetch: query.fetchStatus === 'paused' })
    }
    return LOOK_INTERVAL_MS
  })
  useEffect(() => {
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
    const comeBack = () => {
      onlineAt.current = Date.now()
      lookOn()
    }
    window.addEventListener('online', comeBack, options)
    window.addEventListener('offline', lookOn, options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
  return pause
}

/**
 * When a failed read is tried again by itself.
 *
 * @param onlineAt when the browser last came back to a network: what failed before fails no longer
 * @returns milliseconds since the epoch; false: only the person can help; undefined: none has failed
 */
export function resumesAt(
  query: Pick<VideoTasksQuery, 'error' | 'errorUpdatedAt' | 'errorUpdateCount' | 'data'>,
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

function isReading(pause: PauseReason | undefined): boolean {
  return pause !== undefined && !['key', 'failure', 'offline', 'hidden'].includes(pause)
}

function reading(): Reading | undefined {
  const layer = openLayer()
  if (layer !== undefined) return layer
  const field = document.activeElement
  // The number of the page, while it is typed.
  if (field instanceof HTMLInputElement && (field.dataset['page'] ?? field.value) !== field.value) {
    return 'field'
  }
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const table = document.querySelector('table')
  return table !== null && selection.containsNode(table, true) ? 'selection' : undefined
}
