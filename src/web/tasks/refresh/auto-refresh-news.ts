import { useEffect, useEffectEvent, useRef } from 'react'

import { failureOf } from '#web/api/api-error.ts'
import { resumeDelay, retryAtOf } from '#web/api/query-client.ts'
import type { FiguresQuery, VideoTaskListReply } from '#web/api/video-tasks.ts'
import { isTabHidden } from '#web/tasks/refresh/auto-refresh-timer.ts'
import { m } from '#web/messages/generated/messages.js'
import { notifyFinished } from '#web/tasks/refresh/finish-notification.ts'
import {
  addFinished,
  areNewTasks,
  compareStatuses,
  describeChanges,
  describeFinished,
  type FinishedTasks,
  type KnownStatuses,
  type StatusOfTask,
  sumOf,
} from '#web/tasks/refresh/task-changes.ts'
import { announce } from '#web/ui/live-region.tsx'

/** Totals are read again this often at most, where they can have changed, in milliseconds. */
const TOTALS_INTERVAL_MS = 15_000

/** A lookup is this often, and whatever has failed of both, in milliseconds. */
const LOOKUP_INTERVAL_MS = 30_000

/** What was on screen before, under one request. */
interface Memory {
  request: string
  reply: VideoTaskListReply
  known: KnownStatuses
}

/** Whether figures are read again, so long after the last try. */
function isDue(query: FiguresQuery, now: number, interval: number): boolean {
  const { dataUpdatedAt, errorUpdatedAt, error } = query
  const age = now - Math.max(dataUpdatedAt, errorUpdatedAt)
  if (error === null) return age >= interval
  const failure = failureOf(error)
  const isAllowed = (retryAtOf(failure) ?? 0) <= now && resumeDelay(failure, 1, now) !== false
  return isAllowed && age >= LOOKUP_INTERVAL_MS
}

/**
 * Tells what a refresh has brought: once to the live region, and what finished while nobody saw it to the tab's
 * title and to whoever wants a notification. Has the figures around the rows read again where they can have changed.
 *
 * @param reply undefined while the rows on screen are another request's
 * @param statuses of the rows of that reply
 * @param isTotalOld the page says another total than the totals do
 * @param isAsked somebody waits for a newer reply: that it brings nothing is told, too
 * @param onTitleMark takes "(2) " where two have finished unseen
 */
export function useNews({
  reply,
  statuses,
  isAsked,
  onTitleMark,
  totals,
  isTotalOld,
  lookup,
}: {
  reply: VideoTaskListReply | undefined
  statuses: readonly StatusOfTask[]
  isAsked: boolean
  onTitleMark: (mark: string) => void
  totals: FiguresQuery
  isTotalOld: boolean
  lookup: FiguresQuery
}): void {
  const memory = useRef<Memory>(undefined)
  /** whether the totals on screen are known to be of before */
  const areTotalsOld = useRef(false)
  /** of the reply before */
  const wasAsked = useRef(false)
  const returnedAt = useRef<number>(undefined)
  const unseen = useRef<FinishedTasks>(new Map())

  function refreshFigures(now: number): void {
    if (isTabHidden()) return
    if (isDue(totals, now, areTotalsOld.current ? TOTALS_INTERVAL_MS : Infinity)) {
      areTotalsOld.current = false
      void totals.refetch({ cancelRefetch: false })
    }
    if (lookup.isEnabled && isDue(lookup, now, LOOKUP_INTERVAL_MS)) {
      void lookup.refetch({ cancelRefetch: false })
    }
  }

  const tell = useEffectEvent((now: VideoTaskListReply, rows: readonly StatusOfTask[]) => {
    const request = JSON.stringify(now.params)
    // Only replies to the same request can be compared.
    const before = memory.current?.request === request ? memory.current : undefined
    const { known, changes } = compareStatuses(before?.known, rows)
    memory.current = { request, reply: now, known }
    const areNew = before !== undefined && areNewTasks(changes.added, before.reply, now)
    const news = describeChanges(changes, areNew)
    const isAnswer = wasAsked.current && before !== undefined && now !== before.reply
    if (news !== '') announce(news)
    else if (isAnswer) announce(m.tasks_nothing_new())

    const back = returnedAt.current
    const isUnseen = isTabHidden() || (back !== undefined && now.readAt >= back)
    if (isUnseen && changes.finished > 0) {
      unseen.current = addFinished(unseen.current, changes)
      onTitleMark(`(${sumOf(unseen.current)}) `)
      notifyFinished(describeFinished(unseen.current))
    }
    // The first reply after the return still tells of the time before it; the next ones are seen.
    if (back !== undefined && now.readAt >= back) returnedAt.current = undefined

    if (isTotalOld) areTotalsOld.current = true
    if (before === undefined) return
    const hasGrown = now.page.total !== before.reply.page.total
    if (hasGrown || changes.added > 0 || changes.changed.size > 0) areTotalsOld.current = true
    if (now !== before.reply) refreshFigures(now.readAt)
  })

  useEffect(() => {
    if (reply !== undefined) tell(reply, statuses)
  }, [reply, statuses])

  useEffect(() => {
    wasAsked.current = isAsked
  })

  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    document.addEventListener(
      'visibilitychange',
      () => {
        returnedAt.current = isTabHidden() ? undefined : Date.now()
      },
      options,
    )
    const see = () => {
      returnedAt.current = undefined
      unseen.current = new Map()
      onTitleMark('')
    }
    document.addEventListener('pointerdown', see, options)
    document.addEventListener('keydown', see, options)
    return () => {
      listening.abort()
    }
  }, [onTitleMark])
}
