import { useEffect, useRef, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { NamedTasks } from '#web/task-list/list-page.ts'
import { NOTHING_SELECTED, seenAgain, toggled } from '#web/tasks/selection/selection.ts'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** The command that opens the dialog "Export tasks" for the selected tasks. */
export const EXPORT_SELECTED = 'export-selected'

/** The count is announced once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 400

const NO_TASKS: NamedTasks = new Map()

/** The selection of a list, and what changes it. */
export interface SelectionModel {
  /** the selected tasks of all pages, in the order in which they were selected */
  tasks: NamedTasks
  /** the tasks of the page on screen, which can be selected */
  here: NamedTasks
  /** Handles a click on a checkbox. name: undefined for "select all"; isRange: with Shift */
  press: (name: string | undefined, isRange: boolean) => void
  /** Selects every task of the page. */
  selectPage: () => void
  /** Deselects everything. */
  clear: () => void
}

/**
 * Holds the selection of a list.
 *
 * @param here the tasks of the page on screen, also while another page loads; undefined: there is no page
 */
export function useSelection(here: NamedTasks = NO_TASKS): SelectionModel {
  const [last, setLast] = useState(NOTHING_SELECTED)
  const selection = seenAgain(last, here)
  if (selection !== last) setLast(selection)
  const { tasks } = selection
  useAnnouncement(tasks.size)
  return {
    tasks,
    here,
    press(name, isRange) {
      setLast((before) => toggled(before, here, name, isRange))
    },
    selectPage() {
      const next = toggled(selection, here, undefined, false)
      if (next.tasks.size > tasks.size) setLast(next)
    },
    clear() {
      saveFocus()
      setLast(NOTHING_SELECTED)
    },
  }
}

/** How many tasks are selected, in words. */
export function selectionCount(count: number): string {
  return m.selection_count({ count, shown: formatNumber(count) })
}

/** Moves the focus from the closing selection bar to the "select all" checkbox, or to the heading. */
function saveFocus(): void {
  const bar = document.activeElement?.closest('#selection') ?? null
  if (bar === null) return
  const box = document.querySelector<HTMLElement>('thead input, div > [data-select] > input')
  if (box?.checkVisibility() === true) box.focus()
  else focusPageHeading()
}

/** Announces how many tasks are selected, after each change. */
function useAnnouncement(count: number): void {
  const announced = useRef(count)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (announced.current === count) return
      announced.current = count
      announce(count === 0 ? m.selection_none() : selectionCount(count))
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [count])
}
