import type { NamedTasks, SeenTask } from '#web/task-list/list-page.ts'

/** The selected tasks of all pages. The selection ends when its screen closes. */
export interface Selection {
  /** the last known version of each task, in the order in which they were selected */
  tasks: NamedTasks
  /** the task whose checkbox was clicked last: a range begins there */
  last?: string | undefined
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
