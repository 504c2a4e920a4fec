import { useEffect, useEffectEvent, useRef } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import type { ListPage } from '#web/task-list/list-page.ts'
import { updateTaskScans } from '#web/task-list/rows-source.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { currentPause, isFieldFocused } from '#web/ui/pauses.ts'
import { m } from '#web/messages/generated/messages.js'
import { useFigureRefresh } from '#web/task-list/figures.ts'
import { type PageChanges, pageChanges } from '#web/task-list/page-changes.ts'
import { announce } from '#web/ui/live-region.tsx'
import { describeChanges, useUnseenFinished } from '#web/video-task/changes/tell-changes.ts'

/** profileId → when the dialog last opened automatically. It opens again only after a read has succeeded since then. */
const openedAt = new Map<string, number>()

/**
 * Asks for another key when the service refuses the current one while rows are on screen.
 *
 * @param onKeyRefused opens the dialog
 */
export function useKeyRequest({ reads }: TaskList, onKeyRefused: () => void): void {
  const { profileId } = useApiSession()
  const { error, data } = reads.page
  const ask = useEffectEvent((failure: ApiFailure) => {
    if (failure.kind !== 'unauthorized') return
    if (data === undefined || data.readAt <= (openedAt.get(profileId) ?? 0)) return
    // Do not interrupt a busy person. They can open the dialog from the banner.
    if (currentPause() !== undefined || isFieldFocused()) return
    openedAt.set(profileId, Date.now())
    onKeyRefused()
  })
  useEffect(() => {
    if (error !== null) ask(failureOf(error))
  }, [error])
}

/**
 * Announces what each page has changed, counts the tasks that finish while the tab is hidden, and reads totals and lookup
 * again if they may have changed. Results of a search say nothing about changes.
 *
 * @returns the prefix of the page title: "(2) " if two tasks have finished unseen, else ''
 */
export function usePageChanges({ state, reads }: TaskList): string {
  const current = currentPage(state)
  const page = current?.searched === undefined ? current : undefined
  const last = useRef<PageChanges>(undefined)
  /** whether the person requested this page while the previous one was on screen */
  const wasRequested = useRef(false)
  const refreshFigures = useFigureRefresh(reads)
  const [titlePrefix, countUnseen] = useUnseenFinished()
  const session = useApiSession()

  const compare = useEffectEvent((next: ListPage) => {
    const changes = pageChanges(last.current, next)
    last.current = changes
    const news = describeChanges(changes)
    if (news !== '') announce(news)
    else if (wasRequested.current && changes.isNewer) announce(m.tasks_nothing_new())
    countUnseen(changes, next.readAt)
    if (reads.page.data !== undefined) updateTaskScans(session, reads.page.data)
    refreshFigures(changes)
  })

  useEffect(() => {
    if (page !== undefined) compare(page)
  }, [page])

  useEffect(() => {
    wasRequested.current = reads.requested !== undefined
  })

  return titlePrefix
}
