import { useEffect, useEffectEvent, useRef } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { useFigureRefresh } from '#web/task-list/figures.ts'
import type { ListPage } from '#web/task-list/list-page.ts'
import { type PageChanges, pageChanges } from '#web/task-list/page-changes.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { announce } from '#web/ui/live-region.tsx'
import { describeChanges } from '#web/video-task/changes/change-words.ts'
import { useUnseenFinished } from '#web/video-task/changes/unseen-finished.ts'

/**
 * Announces what each page has changed, counts the tasks that finish while the tab is hidden, and reads totals and lookup
 * again if they may have changed.
 *
 * @returns the prefix of the page title: "(2) " if two tasks have finished unseen, else ''
 */
export function usePageChanges({ state, reads }: TaskList): string {
  const page = currentPage(state)
  const last = useRef<PageChanges>(undefined)
  /** whether the person requested this page while the previous one was on screen */
  const wasRequested = useRef(false)
  const refreshFigures = useFigureRefresh(reads)
  const [titleMark, countUnseen] = useUnseenFinished()

  const compare = useEffectEvent((next: ListPage) => {
    const changes = pageChanges(last.current, next)
    last.current = changes
    const news = describeChanges(changes)
    if (news !== '') announce(news)
    else if (wasRequested.current && changes.isNewer) announce(m.tasks_nothing_new())
    countUnseen(changes, next.readAt)
    refreshFigures(changes)
  })

  useEffect(() => {
    if (page !== undefined) compare(page)
  }, [page])

  useEffect(() => {
    wasRequested.current = reads.requested !== undefined
  })

  return titleMark
}
