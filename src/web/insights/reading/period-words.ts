import { perLocale } from '#web/format/locale.ts'
import {
  type DayNumber,
  middleOf,
  type Period,
  type PeriodUnit,
} from '#web/insights/reading/calendar.ts'
import { m } from '#web/messages/generated/messages.js'

// Days are numbers without a time zone, and UTC has no clock changes.
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const wholeDay = dateFormat({ dateStyle: 'medium' })
const shortDay = dateFormat({ day: 'numeric', month: 'short' })
const month = dateFormat({ month: 'short', year: 'numeric' })
const year = dateFormat({ year: 'numeric' })

/** A day with its year. */
function formatDay(day: DayNumber): string {
  return wholeDay().format(middleOf(day))
}

/** The name of a period in a sentence. */
export function periodName({ first, last }: Period, unit: PeriodUnit): string {
  if (unit === 'day') return formatDay(first)
  if (unit === 'week') return m.insights_week({ day: formatDay(first) })
  if (unit === 'month') return month().format(middleOf(first))
  const [from, to] = [first, last].map((day) => year().format(middleOf(day)))
  return unit.years === 1 ? (from ?? '') : `${from ?? ''}–${to ?? ''}`
}

/** The name of a period in short form, for below a bar. */
export function periodTick(period: Period, unit: PeriodUnit): string {
  const isShort = unit === 'day' || unit === 'week'
  return isShort ? shortDay().format(middleOf(period.first)) : periodName(period, unit)
}

/** The message for a unit, such as "per day". */
export function perUnit(
  unit: PeriodUnit,
  words: { day: () => string; week: () => string; month: () => string; years: () => string },
): string {
  return typeof unit === 'string' ? words[unit]() : words.years()
}
