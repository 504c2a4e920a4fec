import type { InvalidInput } from '#contract/invalid-input.ts'
import { readListRequest, type TaskScene, type TaskStatus } from '#contract/video-tasks.ts'
import { type DayNumber, readDay, writeDay } from '#web/insights/reading/calendar.ts'

/** Which tasks are plotted. The service filters by status and scene; the days are filtered here. */
export interface InsightsScope {
  /** undefined: any status */
  status?: TaskStatus | undefined
  /** undefined: any scene */
  scene?: TaskScene | undefined
  /** the first and the last day of creation, in the time zone that is shown; undefined: no limit */
  from?: DayNumber | undefined
  to?: DayNumber | undefined
}

/** The parameters of the address of /insights. */
export type ScopeParam = 'status' | 'scene' | 'from' | 'to'

/** A scope that was read from an address, with the parameters that are not valid. */
export interface ScopeReading {
  scope: InsightsScope
  invalid: InvalidInput<ScopeParam>[]
}

/** Reads a scope from an address. Parameters that are not valid are left out and returned. */
export function readScope(raw: Readonly<Record<string, unknown>>): ScopeReading {
  const { request, invalid } = readListRequest({ status: raw['status'], scene: raw['scene'] })
  const [from, to] = [readDay(raw['from']), readDay(raw['to'])]
  const unread = (['from', 'to'] as const).filter(
    (name) => raw[name] !== undefined && readDay(raw[name]) === undefined,
  )
  return {
    scope: { status: request.status, scene: request.scene, from, to },
    invalid: [
      ...invalid.flatMap(({ name, value, rule }) =>
        name === 'status' || name === 'scene' ? [{ name, value, rule }] : [],
      ),
      ...unread.map((name) => ({ name, value: raw[name], rule: { type: 'date' } as const })),
    ],
  }
}

/** Writes a scope for the address. A parameter that restricts nothing is left out. */
export function writeScope(scope: InsightsScope): { [Name in ScopeParam]?: string } {
  return {
    ...(scope.status !== undefined && { status: scope.status }),
    ...(scope.scene !== undefined && { scene: scope.scene }),
    ...(scope.from !== undefined && { from: writeDay(scope.from) }),
    ...(scope.to !== undefined && { to: writeDay(scope.to) }),
  }
}

/** Whether two scopes are the same. */
export function isSameScope(one: InsightsScope, other: InsightsScope): boolean {
  const names = ['status', 'scene', 'from', 'to'] as const
  return names.every((name) => one[name] === other[name])
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
