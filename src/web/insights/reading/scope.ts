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
import { type DayNumber, readDay, writeDay } from '#web/insights/reading/calendar.ts'

/** Which tasks are plotted. The service applies the filters; the days are filtered here. */
export interface InsightsScope extends ListFilters {
  /** the first and the last day of creation, in the time zone that is shown; undefined: no limit */
  from?: DayNumber | undefined
  to?: DayNumber | undefined
}

/** The parameters of an address of /insights, as they are written. */
export type ScopeParams = { [Name in FilterName | 'from' | 'to']?: string }

/** Reads a scope from an address. Parameters that are not valid are left out and returned. */
export function readScope(raw: Readonly<Record<string, unknown>>): {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
} {
  const { request, invalid } = readListRequest(
    Object.fromEntries(FILTER_NAMES.map((name) => [name, raw[name]])),
  )
  const [from, to] = [readDay(raw['from']), readDay(raw['to'])]
  const unread = (['from', 'to'] as const).filter(
    (name) => raw[name] !== undefined && readDay(raw[name]) === undefined,
  )
  return {
    scope: { ...filtersOf(request), from, to },
    ignored: [
      ...invalid,
      ...unread.map((name) => ({ name, value: raw[name], rule: { type: 'date' } as const })),
    ],
  }
}

/** Writes a scope for the address. A parameter that restricts nothing is left out. */
export function writeScope(scope: InsightsScope): ScopeParams {
  return {
    ...filterParams(scope),
    ...(scope.from !== undefined && { from: writeDay(scope.from) }),
    ...(scope.to !== undefined && { to: writeDay(scope.to) }),
  }
}

/** Whether two scopes are the same. */
export function isSameScope(one: InsightsScope, other: InsightsScope): boolean {
  return isSameFilter(one, other) && one.from === other.from && one.to === other.to
}

/**
 * The same scope in the days before it, as many as it has itself.
 *
 * @returns undefined if the scope has no first day
 */
export function scopeBefore(scope: InsightsScope, today: DayNumber): InsightsScope | undefined {
  const { from, to = today } = scope
  if (from === undefined || to < from) return undefined
  return { ...scope, from: from - (to - from + 1), to: from - 1 }
}

/** The spans that are offered, in days up to and including today. */
export const RECENT_DAYS = [7, 30] as const

/** How a scope restricts the days: not at all, to the last days, or to chosen days. */
export type Span = 'all' | (typeof RECENT_DAYS)[number] | 'chosen'

/** The span of a scope. */
export function spanOf({ from, to }: InsightsScope, today: DayNumber): Span {
  if (from === undefined && to === undefined) return 'all'
  const recent = RECENT_DAYS.find((days) => to === undefined && from === today - days + 1)
  return recent ?? 'chosen'
}
