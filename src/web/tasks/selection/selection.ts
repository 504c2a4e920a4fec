import type { NamedTasks, SeenTask } from '#web/tasks/list-page.ts'

/** What a person has selected, on any page. It ends with its screen. */
export interface Selection {
  /** as they were last seen, in the order in which they were selected */
  tasks: NamedTasks
  /** the task whose box was pressed last: a range begins there */
  last?: string | undefined
}

/** Before anything is selected. */
export const NOTHING_SELECTED: Selection = { tasks: new Map() }

/**
 * Selects a task, or deselects it.
 *
 * @param here the tasks of the page on screen
 * @param name undefined: all tasks here, or none of them if all were selected
 * @param isRange the same for all between this task and the last one, if that is here
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
 * The selection with what a newer page says of its tasks.
 *
 * @returns the same selection where the page says nothing newer
 */
export function seenAgain(selection: Selection, here: NamedTasks): Selection {
  const newer = [...here].filter(([name, task]) => isNewer(task, selection.tasks.get(name)))
  if (newer.length === 0) return selection
  return { ...selection, tasks: new Map([...selection.tasks, ...newer]) }
}

function isNewer({ evidence, readAt }: SeenTask, kept: SeenTask | undefined): boolean {
  if (kept === undefined || readAt < kept.readAt) return false
  // What has been looked up since belongs to the same reply.
  return readAt > kept.readAt || evidence.asOf > kept.evidence.asOf
}
