import { useEffect, useRef, useState } from 'react'

import { hasFilter, type ListRequest } from '#contract/video-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ListPage, NamedTasks, SeenTask } from '#web/task-list/list-page.ts'
import { MOST_TAKEN, type TaskSearch } from '#web/task-list/search/search-address.ts'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading, isFocusLost } from '#web/ui/page-heading.tsx'

/** The command that opens the dialog "Export tasks" for the selected tasks. */
export const EXPORT_SELECTED = 'export-selected'

/** The command that selects all tasks of the list or the search, not only those of the page. */
export const SELECT_ALL = 'select-all'

/** The count is announced once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 400

/**
 * What selecting more than a page is called.
 *
 * @param extent of the list; undefined: not known
 * @returns undefined if the page has all there is, or the total is not known
 */
export function selectAllLabel(
  extent: Pick<ListPage, 'total' | 'pageCount'> | undefined,
  request: ListRequest,
  search: TaskSearch | undefined,
): string | undefined {
  const { total = null, pageCount = null } = extent ?? {}
  if (total === null || pageCount === null || pageCount < 2) return undefined
  const shown = formatNumber(total)
  if (total > MOST_TAKEN) return m.selection_first({ most: formatNumber(MOST_TAKEN), shown })
  const isMatch = hasFilter(request) || (search !== undefined && search.text !== '')
  return isMatch ? m.selection_match({ shown }) : m.selection_list({ shown })
}

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
  /** Selects tasks that are not all on the page. @param words what that is called on screen */
  add: (tasks: NamedTasks, words: string) => void
  /** what was selected last, in these words; undefined: something else has changed the selection since */
  added: string | undefined
  /** Deselects everything. */
  clear: () => void
  /** Takes the checkbox "Select all" of the page, while it is on screen. */
  holdPageBox: (box: HTMLElement | null) => void
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
  const pageBox = useRef<HTMLElement>(null)
  useChangesTold(tasks.size, pageBox)
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
    add(more, words) {
      setLast((before) => ({ tasks: new Map([...before.tasks, ...more]), added: words }))
    },
    added: selection.added,
    clear() {
      setLast(NOTHING_SELECTED)
    },
    holdPageBox(box) {
      pageBox.current = box
    },
  }
}

/**
 * Announces how many tasks are selected, after each change. Without any, the selection bar has gone: a focus in it goes
 * to the checkbox of the page, or to the heading.
 */
function useChangesTold(count: number, pageBox: { readonly current: HTMLElement | null }): void {
  const announced = useRef(count)
  const last = useRef(count)
  useEffect(() => {
    if (count === 0 && last.current > 0 && isFocusLost()) {
      if (pageBox.current?.checkVisibility() === true) pageBox.current.focus()
      else focusPageHeading()
    }
    last.current = count
    const timer = setTimeout(() => {
      if (announced.current === count) return
      announced.current = count
      announce(count === 0 ? m.selection_none() : m.selection_count(counted(count)))
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [count, pageBox])
}

/** The selected tasks of all pages. The selection ends when its screen closes. */
export interface Selection {
  /** the last known version of each task, in the order in which they were selected */
  tasks: NamedTasks
  /** the task whose checkbox was clicked last: a range begins there */
  last?: string | undefined
  /** see SelectionModel */
  added?: string | undefined
}

/** The empty selection. */
export const NOTHING_SELECTED: Selection = { tasks: new Map() }

/**
 * Selects a task, or deselects it.
 *
 * @param here the tasks of the page on screen
 * @param name undefined: selects all tasks here, or deselects them if all were selected
 * @param isRange includes all tasks between this one and the last clicked one, if that is on this page
 */
export function toggled(
  selection: Selection,
  here: NamedTasks,
  name: string | undefined,
  isRange: boolean,
): Selection {
  const { tasks, last } = selection
  const names = [...here.keys()]
  const at = (end = '') => names.indexOf(end)
  const to = at(name)
  const from = isRange && at(last) >= 0 ? at(last) : to
  const pressed =
    name === undefined ? names : names.slice(Math.min(from, to), Math.max(from, to) + 1)
  const wasSelected = (name === undefined ? names : [name]).every((one) => tasks.has(one))
  const next = new Map(tasks)
  for (const one of pressed) {
    const task = here.get(one)
    if (wasSelected || task === undefined) next.delete(one)
    else next.set(one, task)
  }
  return { tasks: next, last: name }
}

/**
 * Updates the selected tasks from a newer page.
 *
 * @returns the same selection if the page has nothing newer
 */
export function seenAgain(selection: Selection, here: NamedTasks): Selection {
  const newer = [...here].filter(([name, task]) => isNewer(task, selection.tasks.get(name)))
  if (newer.length === 0) return selection
  return { ...selection, tasks: new Map([...selection.tasks, ...newer]) }
}

function isNewer({ evidence, origin: { readAt } }: SeenTask, kept: SeenTask | undefined): boolean {
  if (kept === undefined || readAt < kept.origin.readAt) return false
  // A lookup can add a status later without a new reply.
  return readAt > kept.origin.readAt || evidence.asOf > kept.evidence.asOf
}
