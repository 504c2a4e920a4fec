import type { InvalidInput } from '#contract/invalid-input.ts'
import {
  FILTER_NAMES,
  type FilterName,
  filterParams,
  filtersOf,
  isSameFilter,
  type ListFilters,
  readListRequest,
} from '#contract/video-tasks.ts'
import { readSearchText } from '#web/task-list/search/search-address.ts'

/** Which tasks are plotted: those under the filters that the search finds. */
export interface InsightsScope extends ListFilters {
  /** '': all of them */
  text: string
}

/** The parameters of an address of /insights or /tasks, as they are written. */
export type ScopeParams = { [Name in FilterName | 'q' | 'from' | 'to']?: string }

/** Reads a scope from an address. Parameters that are not valid are left out and returned. */
export function readScope(raw: Readonly<Record<string, unknown>>): {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
} {
  const { request, invalid } = readListRequest(
    Object.fromEntries(FILTER_NAMES.map((name) => [name, raw[name]])),
  )
  const { text, invalid: others } = readSearchText(raw)
  return { scope: { ...filtersOf(request), text }, ignored: [...invalid, ...others] }
}

/** Writes a scope for the address. A parameter that restricts nothing is left out. */
export function writeScope(scope: InsightsScope): ScopeParams {
  return { ...filterParams(scope), ...(scope.text !== '' && { q: scope.text }) }
}

/** The tasks screen with the tasks of a scope. */
export function tasksHref(scope: InsightsScope): string {
  return `/tasks?${String(new URLSearchParams(writeScope(scope)))}`
}

/** Whether two scopes are the same. */
export function isSameScope(one: InsightsScope, other: InsightsScope): boolean {
  return isSameFilter(one, other) && one.text === other.text
}
