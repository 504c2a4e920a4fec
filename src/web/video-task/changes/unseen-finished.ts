import { useEffect, useRef, useState } from 'react'

import { notifyFinished } from '#web/video-task/changes/finish-notification.ts'
import type { TaskChanges } from '#web/task-list/page-changes.ts'
import {
  addFinished,
  describeFinished,
  type FinishedTasks,
  sumOf,
} from '#web/video-task/changes/change-words.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'

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
      // Not at every key: React holds updates until the next render, also of an equal value.
      if (unseen.current.size === 0) return
      unseen.current = new Map()
      setMark('')
    }
    document.addEventListener('pointerdown', see, options)
    document.addEventListener('keydown', see, options)
    return () => {
      listening.abort()
    }
  }, [])

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
