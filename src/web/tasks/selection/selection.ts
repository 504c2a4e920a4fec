import type { ComponentType } from 'react'

import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { statusInReply } from '#web/video-task/status-evidence.ts'
import type { SeenTask } from '#web/tasks/seen-task.ts'
import { rowName } from '#web/tasks/task-address.ts'

/** A task as it was last seen: what was asked for then, and when the reply came. */
export type SelectedTask = Pick<SeenTask, 'task' | 'evidence' | 'request' | 'readAt'>

/** Tasks by what an address calls them. */
export type NamedTasks = ReadonlyMap<string, SelectedTask>

/** What somebody has selected, on whatever page. It ends with its screen. */
export interface Selection {
  tasks: NamedTasks
  /** the last whose box was pressed: a range begins there */
  last?: string | undefined
  /** what shows it: comes with the code behind it */
  Bar: ComponentType<BarProps>
}

/** What the selection needs of the screen that it is in. */
export interface SelectingProps {
  /** undefined: nothing ever was */
  selection: Selection | undefined
  /** the rows on screen, also while others are on their way; undefined: there are none */
  reply: VideoTaskListReply | undefined
  lookup: StatusLookup | undefined
  onSelectionChange: (selection: Selection) => void
}

/** What shows a selection is given it, and the address of the list on screen. */
export type BarProps = SelectingProps & { selection: Selection; address: string }

/** The tasks of a reply that can be selected, in the order of their rows; of several with one name the first. */
export function tasksHere(
  { params: request, page, readAt }: VideoTaskListReply,
  lookup: StatusLookup | undefined,
): NamedTasks {
  const here = new Map<string, SelectedTask>()
  for (const row of page.rows.slice(0, request.page_size)) {
    const name = rowName(row)
    if (row.kind !== 'task' || name === null || here.has(name)) continue
    const evidence = statusInReply(row.task, { filter: request.status, readAt, lookup })
    here.set(name, { task: row.task, evidence, request, readAt })
  }
  return here
}

/**
 * Selects a task, or not any more.
 *
 * @param name undefined: all that are here, or none of them where all were selected
 * @param isRange the same for all between it and the last one, where that is here
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
  return { ...selection, tasks: next, last: name }
}
