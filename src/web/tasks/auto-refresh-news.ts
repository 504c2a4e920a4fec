import { useEffect, useEffectEvent, useRef } from 'react'

import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { isTabHidden } from '#web/tasks/auto-refresh-timer.ts'
import {
  compareStatuses,
  describeChanges,
  type KnownStatuses,
  type StatusOfTask,
} from '#web/tasks/task-changes.ts'
import { announce } from '#web/ui/live-region.tsx'

/** Totals and lookups are read again this often at most while nothing changes, in milliseconds. */
const FIGURES_INTERVAL_MS = 30_000

/** What was on screen before, under one request. */
interface Memory {
  request: string
  reply: VideoTaskListReply
  known: KnownStatuses
}

/**
 * Tells what a refresh has brought: once to the live region, and to the tab's title what finished
 * while nobody saw it. Has the figures around the rows read again where they can have changed.
 *
 * @param reply undefined while the rows on screen are another request's
 * @param statuses of the rows of that reply
 * @param onTitleMark takes "(2) " where two have finished unseen
 */
export function useNews({
  reply,
  statuses,
  onTitleMark,
  refetchTotals,
  refetchLookup,
}: {
  reply: VideoTaskListReply | undefined
  statuses: readonly StatusOfTask[]
  onTitleMark: (mark: string) => void
  refetchTotals: () => unknown
  refetchLookup: () => unknown
}): void {
  const memory = useRef<Memory>(undefined)
  const figuresAt = useRef<number>(undefined)
  const returnedAt = useRef<number>(undefined)
  const unseen = useRef(0)

  function refreshFigures(now: VideoTaskListReply, before: VideoTaskListReply): void {
    if (isTabHidden()) return
    const isOld = now.readAt - (figuresAt.current ?? 0) >= FIGURES_INTERVAL_MS
    // Pages that say the same are the same object.
    if (!isOld && now.page === before.page) return
    figuresAt.current = now.readAt
    refetchTotals()
    if (isOld) refetchLookup()
  }

  const tell = useEffectEvent((now: VideoTaskListReply, rows: readonly StatusOfTask[]) => {
    const request = JSON.stringify(now.params)
    // Only replies to the same request can be compared.
    const before = memory.current?.request === request ? memory.current : undefined
    const { known, changes } = compareStatuses(before?.known, rows)
    memory.current = { request, reply: now, known }
    const news = describeChanges(changes)
    if (news !== '') announce(news)

    const back = returnedAt.current
    const isUnseen = isTabHidden() || (back !== undefined && now.readAt >= back)
    if (isUnseen && changes.finished > 0) {
      unseen.current += changes.finished
      onTitleMark(`(${unseen.current}) `)
    }
    // The first reply after the return still tells of the time before it; the next ones are seen.
    if (back !== undefined && now.readAt >= back) returnedAt.current = undefined

    if (before !== undefined && now !== before.reply) refreshFigures(now, before.reply)
    figuresAt.current ??= now.readAt
  })

  useEffect(() => {
    if (reply !== undefined) tell(reply, statuses)
  }, [reply, statuses])

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
      unseen.current = 0
      onTitleMark('')
    }
    document.addEventListener('pointerdown', see, options)
    document.addEventListener('keydown', see, options)
    return () => {
      listening.abort()
    }
  }, [onTitleMark])
}
