import { timeZone } from '#web/format/time-zone.ts'

/**
 * The number of a calendar day: 0 is 1 January 1970. The day of a moment depends on the time zone that is shown. After
 * that a day is a number, so clock changes do not matter.
 */
export type DayNumber = number

const DAY_MS = 86_400_000

/** The most bars that can be told apart: three months of days. */
const MOST_PERIODS = 90

/** The day of a moment in the time zone that is shown. @param at milliseconds since the epoch */
export function dayOf(at: number): DayNumber {
  if (timeZone() === 'utc') return Math.floor(at / DAY_MS)
  const moment = new Date(at)
  return dayNumber(moment.getFullYear(), moment.getMonth(), moment.getDate())
}

/** The number of a day of the calendar. @param month 0 is January */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  // Not Date.UTC, which takes the year 24 for 1924.
  return new Date(0).setUTCFullYear(year, month, day) / DAY_MS
}

/**
 * The first moment of a day in the time zone that is shown, in milliseconds since the epoch.
 *
 * @param day may be infinite
 * @param minute of the day, by its clock
 */
export function startOfDay(day: DayNumber, minute = 0): number {
  if (timeZone() === 'utc' || !Number.isFinite(day)) return day * DAY_MS + minute * 60_000
  const inUtc = new Date(day * DAY_MS)
  const moment = new Date(0)
  moment.setFullYear(inUtc.getUTCFullYear(), inUtc.getUTCMonth(), inUtc.getUTCDate())
  return moment.setHours(0, minute, 0, 0)
}

/** Noon of a day in UTC, in milliseconds since the epoch, for formatters that use UTC. */
export function middleOf(day: DayNumber): number {
  return (day + 0.5) * DAY_MS
}

/** Parses a day of an address or a date field, such as "2026-11-22". @returns undefined if it is not a day */
export function readDay(text: unknown): DayNumber | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = Date.parse(`${text}T00:00Z`) / DAY_MS
  return writeDay(day) === text ? day : undefined
}

/** Writes a day as addresses and date fields have it. */
export function writeDay(day: DayNumber): string {
  const moment = new Date(day * DAY_MS)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 10)
}

/** The length of a period: a day, a week from Monday, a month, or a number of years. */
export type PeriodUnit = 'day' | 'week' | 'month' | { years: number }

/** The days that share a bar. */
export interface Period {
  first: DayNumber
  last: DayNumber
}

/** The shortest unit that divides the days between two days into few enough periods. */
export function unitFor(first: DayNumber, last: DayNumber): PeriodUnit {
  const years = [1, 10, 100, 1000].map((count) => ({ years: count }))
  const units: readonly PeriodUnit[] = ['day', 'week', 'month', ...years]
  const fits = (unit: PeriodUnit) => placeOf(last, unit) - placeOf(first, unit) < MOST_PERIODS
  return units.find(fits) ?? { years: 10_000 }
}

/** Every period from that of the first day to that of the last, including those without tasks. */
export function periodsBetween(first: DayNumber, last: DayNumber, unit: PeriodUnit): Period[] {
  const place = placeOf(first, unit)
  return Array.from({ length: placeOf(last, unit) - place + 1 }, (_, index) => ({
    first: firstDayOf(place + index, unit),
    last: firstDayOf(place + index + 1, unit) - 1,
  }))
}

/** The number of the period that a day belongs to. */
export function placeOf(day: DayNumber, unit: PeriodUnit): number {
  if (unit === 'day') return day
  // 1 January 1970 was a Thursday.
  if (unit === 'week') return Math.floor((day + 3) / 7)
  const moment = new Date(day * DAY_MS)
  const year = moment.getUTCFullYear()
  return unit === 'month' ? year * 12 + moment.getUTCMonth() : Math.floor(year / unit.years)
}

function firstDayOf(place: number, unit: PeriodUnit): DayNumber {
  if (unit === 'day') return place
  if (unit === 'week') return place * 7 - 3
  if (unit === 'month')
    return dayNumber(Math.floor(place / 12), place - Math.floor(place / 12) * 12, 1)
  return dayNumber(place * unit.years, 0, 1)
}
