import { useRef, useState } from 'react'

import { TASK_STATUS } from '#contract/video-tasks.ts'
import { joinList, joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskChanges } from '#web/task-list/page-changes.ts'
import { useDocumentEvent } from '#web/ui/effects.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'
import { notifyFinished } from '#web/video-task/changes/finish-notification.ts'
import { anyStatusLabel } from '#web/video-task/labels.ts'

/** Before anything stops the event. */
const FIRST = { capture: true }

/**
 * Counts the tasks that finish while the person does not see the tab, and notifies the person if they
 * allowed it. The count ends when they press a key or point at something.
 *
 * @returns the prefix of the title, and a function that takes the changes of a page
 */
export function useUnseenFinished(): [string, (changes: TaskChanges, readAt: number) => void] {
  const [mark, setMark] = useState('')
  const unseen = useRef<FinishedTasks>(new Map())
  /** when the person returned to the tab; undefined: they have seen a page since, or the tab is hidden */
  const returnedAt = useRef<number>(undefined)

  const see = () => {
    returnedAt.current = undefined
    // Not at every key: React holds updates until the next render, also of an equal value.
    if (unseen.current.size === 0) return
    unseen.current = new Map()
    setMark('')
  }
  const returned = () => {
    returnedAt.current = isTabHidden() ? undefined : Date.now()
  }
  useDocumentEvent('visibilitychange', returned, FIRST)
  useDocumentEvent('pointerdown', see, FIRST)
  useDocumentEvent('keydown', see, FIRST)

  return [
    mark,
    (changes, readAt) => {
      // The first page after the return still shows changes from the time before it.
      const isFirstBack = returnedAt.current !== undefined && readAt >= returnedAt.current
      if ((isTabHidden() || isFirstBack) && changes.finished > 0) {
        unseen.current = addFinished(unseen.current, changes)
        setMark(`(${sumOf(unseen.current)}) `)
        notifyFinished(describeFinished(unseen.current))
      }
      if (isFirstBack) returnedAt.current = undefined
    },
  ]
}

/**
 * The changes in one or two sentences, for people who do not see the rows. '' if nothing changed.
 *
 * @param changes.areNew whether the tasks that were added are new: they may only have moved onto the page
 */
export function describeChanges({
  changed,
  added,
  areNew = false,
}: Pick<TaskChanges, 'changed' | 'added'> & { areNew?: boolean }): string {
  const count = sumOf(changed)
  const parts: string[] = []
  if (count > 0) parts.push(m.changes_changed({ count, list: listOf(changed) }))
  if (added > 0) {
    parts.push(areNew ? m.changes_new({ count: added }) : m.changes_more({ count: added }))
  }
  return joinSentences(...parts)
}

/** How many tasks have ended in each way: as completed, as failed. */
export type FinishedTasks = ReadonlyMap<string, number>

/** Adds the finished tasks of these changes to those that finished before. */
export function addFinished(before: FinishedTasks, { changed }: TaskChanges): FinishedTasks {
  const all = new Map(before)
  for (const status of [TASK_STATUS.completed, TASK_STATUS.failed]) {
    const count = changed.get(status)
    if (count !== undefined) all.set(status, (all.get(status) ?? 0) + count)
  }
  return all
}

/** One sentence for people who do not see the page. It contains no text from the service. */
export function describeFinished(finished: FinishedTasks): string {
  return m.notify_finished({ count: sumOf(finished), list: listOf(finished) })
}

/** How many tasks that is, whatever their status. */
function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0)
}

/** Sorts by name, so that the order of the rows does not matter. This puts finished tasks first. */
function listOf(counts: ReadonlyMap<string, number>): string {
  return joinList(
    [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([status, count]) => m.changes_item({ count, status: anyStatusLabel(status) })),
  )
}
