import { useMemo, useState } from 'react'

import { type ListPage, tasksOf } from '#web/task-list/list-page.ts'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import { HIDDEN_WORDS, marksOf } from '#web/task-list/task-marks.ts'
import { pageOf, type TaskList } from '#web/task-list/use-task-list.ts'

const asksForHidden = new RegExp(HIDDEN_WORDS, 'i')

/** The hidden tasks of a page in the gallery. */
export interface HiddenTasks {
  count: number
  areShown: boolean
  /** Shows them, or leaves them out again. */
  toggle: () => void
}

/** A page as its view shows it. */
interface ShownPage {
  page: ListPage | undefined
  /** undefined: the view would leave nothing out */
  hidden: HiddenTasks | undefined
}

/** A page as its view shows it: the gallery leaves hidden tasks out, unless the person shows or searches for them. */
export function useShownPage({ state, search }: TaskList, isGallery: boolean): ShownPage {
  const page = pageOf(state)
  const marks = useSessionMarks()
  const [areShown, setAreShown] = useState(false)
  const isAbout = isGallery && !asksForHidden.test(search?.text ?? '')
  const hidden = useMemo(
    () => new Set(tasksOf(page?.rows ?? []).filter(({ task }) => marksOf(marks, task).isHidden)),
    [page, marks],
  )
  const shown = useMemo(() => {
    if (page === undefined || !isAbout || areShown || hidden.size === 0) return page
    const names = new Set([...hidden].map(({ name }) => name))
    return {
      ...page,
      rows: page.rows.filter((row) => row.kind === 'unreadable' || !hidden.has(row)),
      tasks: new Map([...page.tasks].filter(([name]) => !names.has(name))),
    }
  }, [page, hidden, isAbout, areShown])
  const toggle = () => setAreShown(!areShown)
  const isLeavingOut = isAbout && hidden.size > 0
  return {
    page: shown,
    hidden: isLeavingOut ? { count: hidden.size, areShown, toggle } : undefined,
  }
}
