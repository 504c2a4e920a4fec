import { useEffect, useEffectEvent, useRef } from 'react'

import { failureOf } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import type { FiguresQuery } from '#web/api/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { isSameRequest, type ListPage, tasksOf } from '#web/tasks/list-page.ts'
import {
  areNewTasks,
  compareStatuses,
  describeChanges,
  type KnownStatuses,
} from '#web/task-refresh/task-changes.ts'
import { useUnseenFinished } from '#web/task-refresh/unseen-finished.ts'
import type { ListReads, TaskList } from '#web/tasks/use-task-list.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'
import { announce } from '#web/ui/live-region.tsx'

/** Minimum time between two reads of the totals, in milliseconds. They are read if they may have changed. */
const TOTALS_INTERVAL_MS = 15_000

/** The same for a lookup, and for both after a failure. In milliseconds. */
const LOOKUP_INTERVAL_MS = 30_000

/**
 * Announces what each refresh has changed, and counts the tasks that finish while the tab is hidden.
 * Reads the totals and the lookup again if they may have changed.
 *
 * @returns the prefix of the page title: "(2) " if two tasks have finished unseen, else ''
 */
export function useRefreshNews({ current: page, isRefreshAsked, reads }: TaskList): string {
  /** the previous page, and the known statuses under its request */
  const memory = useRef<{ page: ListPage; known: KnownStatuses }>(undefined)
  /** whether the person requested this page while the previous one was on screen */
  const wasAsked = useRef(false)
  const refreshFigures = useFigureRefresh(reads)
  const [titleMark, countUnseen] = useUnseenFinished()

  const tell = useEffectEvent((now: ListPage) => {
    // Only replies to the same request can be compared.
    const before = isSameRequest(memory.current?.page, now) ? memory.current : undefined
    const { known, changes } = compareStatuses(before?.known, tasksOf(now.rows))
    memory.current = { page: now, known }
    const isNewer = before !== undefined && now.readAt !== before.page.readAt
    const areNew = before !== undefined && areNewTasks(changes.added, before.page, now)
    const news = describeChanges(changes, areNew)
    if (news !== '') announce(news)
    else if (wasAsked.current && isNewer) announce(m.tasks_nothing_new())
    countUnseen(changes, now.readAt)
    const hasGrown = before !== undefined && now.total !== before.page.total
    const hasChanged = hasGrown || changes.added > 0 || changes.changed.size > 0
    refreshFigures({ hasChanged: before !== undefined && hasChanged, isNewer, readAt: now.readAt })
  })

  useEffect(() => {
    if (page !== undefined) tell(page)
  }, [page])

  useEffect(() => {
    wasAsked.current = isRefreshAsked
  })

  return titleMark
}

/** Takes the changes of a page, and reads totals and lookup again if that is due. */
function useFigureRefresh({ totals, lookup, isTotalOutdated }: ListReads) {
  const areTotalsOutdated = useRef(false)
  return (page: { hasChanged: boolean; isNewer: boolean; readAt: number }): void => {
    if (isTotalOutdated || page.hasChanged) areTotalsOutdated.current = true
    if (!page.isNewer || isTabHidden()) return
    if (areTotalsOutdated.current && isDue(totals, page.readAt, TOTALS_INTERVAL_MS)) {
      areTotalsOutdated.current = false
      void totals.refetch({ cancelRefetch: false })
    }
    if (lookup.isEnabled && isDue(lookup, page.readAt, LOOKUP_INTERVAL_MS)) {
      void lookup.refetch({ cancelRefetch: false })
    }
  }
}

/** Whether figures may be read again. @param now in milliseconds since the epoch */
function isDue(query: FiguresQuery, now: number, interval: number): boolean {
  const age = now - Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
  if (query.error === null) return age >= interval
  const failure = failureOf(query.error)
  const isAllowed = (retryAtOf(failure) ?? 0) <= now && resumeDelay(failure, 1, now) !== false
  return isAllowed && age >= LOOKUP_INTERVAL_MS
}
