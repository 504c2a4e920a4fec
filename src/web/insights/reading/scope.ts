import type { InvalidInput } from '#contract/invalid-input.ts'
import { readListParams, type TaskScene, type TaskStatus } from '#contract/video-tasks.ts'
import { type DayNumber, readDay, writeDay } from '#web/insights/reading/calendar.ts'

/** Which tasks are plotted. The service knows the filter; the days are looked at here. */
export interface InsightsScope {
  /** undefined: whatever status */
  status?: TaskStatus | undefined
  /** undefined: whatever scene */
  scene?: TaskScene | undefined
  /** the first day of creation and the last, in the zone in which times are shown; undefined: no bound */
  from?: DayNumber | undefined
  to?: DayNumber | undefined
}

/** The parameters of the address of /insights. */
export type ScopeParam = 'status' | 'scene' | 'from' | 'to'

/** A scope as read from an address: what held, and what did not. */
export interface ScopeReading {
  scope: InsightsScope
  invalid: InvalidInput<ScopeParam>[]
}

/** Reads a scope from an address. A part that is not possible is left out, and told. */
export function readScope(raw: Readonly<Record<string, unknown>>): ScopeReading {
  const { params, invalid } = readListParams({ status: raw['status'], scene: raw['scene'] })
  const [from, to] = [readDay(raw['from']), readDay(raw['to'])]
  const unread = (['from', 'to'] as const).filter(
    (name) => raw[name] !== undefined && readDay(raw[name]) === undefined,
  )
  return {
    scope: { status: params.status, scene: params.scene, from, to },
    invalid: [
      ...invalid.flatMap(({ name, value, rule }) =>
        name === 'status' || name === 'scene' ? [{ name, value, rule }] : [],
      ),
      ...unread.map((name) => ({ name, value: raw[name], rule: { type: 'date' } as const })),
    ],
  }
}

/** A scope as the address has it: what is not restricted is left out. */
export function writeScope(scope: InsightsScope): { [Name in ScopeParam]?: string } {
  return {
    ...(scope.status !== undefined && { status: scope.status }),
    ...(scope.scene !== undefined && { scene: scope.scene }),
    ...(scope.from !== undefined && { from: writeDay(scope.from) }),
    ...(scope.to !== undefined && { to: writeDay(scope.to) }),
  }
}

/** Whether two scopes are of the same tasks. */
export function isSameScope(one: InsightsScope, other: InsightsScope): boolean {
  const names = ['status', 'scene', 'from', 'to'] as const
  return names.every((name) => one[name] === other[name])
}

/** Spans of days that are offered, by how many days they have; today is the last of them. */
export const RECENT_DAYS = [7, 30] as const

/** How a scope restricts the days: not at all, to the last so many, or to days that were chosen. */
export type Span = 'all' | (typeof RECENT_DAYS)[number] | 'chosen'

/** Which span a scope has. @param today the day it is */
export function spanOf({ from, to }: InsightsScope, today: DayNumber): Span {
  if (from === undefined && to === undefined) return 'all'
  const recent = RECENT_DAYS.find((days) => to === undefined && from === today - days + 1)
  return recent ?? 'chosen'
}
