import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { failureOf, isAboutKey } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import { useApiSession } from '#web/api/session.tsx'
import { failedReads, useCancelVideoTasks, type VideoTasksQuery } from '#web/api/video-tasks.ts'
import { tasksOf } from '#web/tasks/list-page.ts'
import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/auto-refresh-choice.ts'
import { type PauseReason, planRefresh, type Reading } from '#web/tasks/refresh/refresh-plan.ts'
import type { TaskList } from '#web/tasks/use-task-list.ts'
import { openLayer } from '#web/ui/open-layers.ts'
import { isTaskUnfinished } from '#web/video-task/status-evidence.ts'

/** Some pauses begin and end without an event, so the situation is checked this often. */
const CHECK_INTERVAL_MS = 1_000

/** Events after which a pause may begin or end. */
const EVENTS = ['visibilitychange', 'focusin', 'focusout', 'selectionchange', 'toggle'] as const

/** Whether the person cannot see the tab. */
export function isTabHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/** How the list refreshes by itself. */
export interface AutoRefresh {
  /** the person's choice */
  isOn: boolean
  setOn: (isOn: boolean) => void
  /** why the list does not refresh at the moment; undefined: it does, or it is switched off */
  pause: PauseReason | undefined
}

/**
 * Refetches the list whenever `planRefresh` says so. Nothing else reads the list again unless the
 * person asks for it.
 */
export function useAutoRefresh(list: TaskList): AutoRefresh {
  const { profileId } = useApiSession()
  const [isOn, setIsOn] = useState(() => isAutoRefreshChosen(profileId))
  const [pause, setPause] = useState<PauseReason>()
  const hiddenSince = useRef<number>(undefined)
  const onlineAt = useRef(0)
  /** when this hook last started a read; 0: that read was cancelled */
  const startedAt = useRef(0)
  const cancel = useCancelVideoTasks()
  const query = list.reads.page

  /** Refetches if a refresh is due. @returns when to check again, in milliseconds from now */
  const check = useEffectEvent((): number => {
    const now = Date.now()
    hiddenSince.current = isTabHidden() ? (hiddenSince.current ?? now) : undefined
    const endedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
    const plan = planRefresh({
      now,
      isOn,
      lastReadAt: Math.max(endedAt, startedAt.current),
      isUnfinished: hasUnfinished(list),
      resumesAt: resumesAt(query, onlineAt.current),
      isKeyRefused: query.error !== null && isAboutKey(failureOf(query.error)),
      hiddenSince: hiddenSince.current,
      isOffline: !navigator.onLine,
      reading: currentReading(),
    })
    setPause(plan.pause)
    if (plan.dueAt === null) {
      // A pending reply would move the rows that the person has begun to read.
      if (isReading(plan.pause) && startedAt.current > endedAt && !list.isRefreshAwaited) {
        startedAt.current = 0
        if (list.current !== undefined) cancel(list.current.request)
      }
      return CHECK_INTERVAL_MS
    }
    if (plan.dueAt > now) return Math.min(plan.dueAt - now, CHECK_INTERVAL_MS)
    if (query.fetchStatus !== 'fetching') {
      startedAt.current = now
      // In a hidden tab TanStack Query pauses a retry until the tab is visible. This read is due now.
      void query.refetch({ cancelRefetch: query.fetchStatus === 'paused' })
    }
    return CHECK_INTERVAL_MS
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkOn = () => {
      clearTimeout(timer)
      timer = setTimeout(checkOn, check())
    }
    checkOn()
    const listening = new AbortController()
    // `toggle` does not bubble, so it is captured.
    const options = { signal: listening.signal, capture: true }
    for (const name of EVENTS) document.addEventListener(name, checkOn, options)
    const comeBack = () => {
      onlineAt.current = Date.now()
      checkOn()
    }
    window.addEventListener('online', comeBack, options)
    window.addEventListener('offline', checkOn, options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  return {
    isOn,
    setOn(next) {
      chooseAutoRefresh(profileId, next)
      setIsOn(next)
    },
    pause,
  }
}

/**
 * When a failed read is retried automatically. The retry policy is in query-client.ts.
 *
 * @param onlineAt when the browser last came back online: the read is then retried at once
 * @returns milliseconds since the epoch; false: only the person can help; undefined: no read has failed
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

/** Whether any visible task will change by itself. */
function hasUnfinished({ current }: TaskList): boolean {
  const rows = current === undefined ? [] : tasksOf(current.rows)
  return rows.some(({ task, evidence }) => isTaskUnfinished(task, evidence.status))
}

function isReading(pause: PauseReason | undefined): boolean {
  return pause !== undefined && !['key', 'failure', 'offline', 'hidden'].includes(pause)
}

/** What the person is doing on the page that moving rows would disturb. */
function currentReading(): Reading | undefined {
  const layer = openLayer()
  if (layer !== undefined) return layer
  const field = document.activeElement
  // A page number that is typed but not yet entered.
  if (field instanceof HTMLInputElement && (field.dataset['page'] ?? field.value) !== field.value) {
    return 'field'
  }
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const table = document.querySelector('table')
  return table !== null && selection.containsNode(table, true) ? 'selection' : undefined
}
