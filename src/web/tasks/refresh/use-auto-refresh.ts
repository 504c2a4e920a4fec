import { useRef, useState } from 'react'

import { failureOf, isAboutKey } from '#web/api/api-error.ts'
import { useApiSession } from '#web/api/session.tsx'
import { useCancelVideoTasks } from '#web/api/video-tasks.ts'
import { tasksOf } from '#web/task-list/list-page.ts'
import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/auto-refresh-choice.ts'
import { type PauseReason, planRefresh, type Reading } from '#web/task-list/refresh-plan.ts'
import { useRepeatedCheck } from '#web/task-list/repeated-check.ts'
import { resumesAt } from '#web/task-list/resumes-at.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'
import { openLayer } from '#web/ui/open-layers.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'

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

  /** Refetches if a refresh is due. @returns the time until the next one, in milliseconds; undefined: not known */
  function check(): number | undefined {
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
    // React holds every update until the next render, also of an equal value: one a second, for as long as the tab is open.
    if (plan.pause !== pause) setPause(plan.pause)
    if (plan.dueAt === null) {
      // A pending reply would move the rows that the person has begun to read.
      if (
        isReading(plan.pause) &&
        startedAt.current > endedAt &&
        list.reads.requested !== 'awaited'
      ) {
        startedAt.current = 0
        const page = currentPage(list.state)
        if (page !== undefined) cancel(page.request)
      }
      return undefined
    }
    if (plan.dueAt > now) return plan.dueAt - now
    if (query.fetchStatus !== 'fetching') {
      startedAt.current = now
      // In a hidden tab TanStack Query pauses a retry until the tab is visible. This read is due now.
      void query.refetch({ cancelRefetch: query.fetchStatus === 'paused' })
    }
    return undefined
  }

  useRepeatedCheck(check, () => {
    onlineAt.current = Date.now()
  })

  return {
    isOn,
    setOn(next) {
      chooseAutoRefresh(profileId, next)
      setIsOn(next)
    },
    pause,
  }
}

/** Whether any visible task will change by itself. */
function hasUnfinished({ state }: TaskList): boolean {
  const rows = tasksOf(currentPage(state)?.rows ?? [])
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
  const table = document.querySelector('table, [data-gallery]')
  return table !== null && selection.containsNode(table, true) ? 'selection' : undefined
}
