import type { InvalidInput } from '#contract/invalid-input.ts'
import { FILTER_NAMES, filtersOf, type ListFilters } from '#contract/video-tasks.ts'
import {
  readTasksAddress,
  tasksAddress,
  tasksParams,
  type TasksParams,
  type TasksPlace,
} from '#web/task-list/tasks-address.ts'

/** Which tasks are plotted: those under the filters that the search finds. */
export interface InsightsScope extends ListFilters {
  /** '': all of them */
  text: string
}

/** The parameters that an address of /insights has in common with one of /tasks. */
const NAMES = [...FILTER_NAMES, 'q', 'from', 'to'] as const

/** Reads a scope from an address. Parameters that are not valid are left out and returned. */
export function readScope(raw: Readonly<Record<string, unknown>>): {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
} {
  const own = Object.fromEntries(NAMES.map((name) => [name, raw[name]]))
  const { request, search, ignored } = readTasksAddress(own)
  return { scope: { ...filtersOf(request), text: search?.text ?? '' }, ignored }
}

/** Writes a scope for the address. A parameter that restricts nothing is left out. */
export function writeScope(scope: InsightsScope): TasksParams {
  return tasksParams(listOf(scope))
}

/** The tasks screen with the tasks of a scope. */
export function tasksHref(scope: InsightsScope): string {
  return tasksAddress(listOf(scope))
}

function listOf({ text, ...filters }: InsightsScope): TasksPlace {
  return { request: filters, search: { text, sort: undefined } }
}
