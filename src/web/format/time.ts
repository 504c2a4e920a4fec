import { type DayNumber, dayOf, middleOf, startOfDay } from '#web/format/calendar.ts'
import { perLocale } from '#web/format/locale.ts'
import { timeZone } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const
const TO_THE_MINUTE = { hour: 'numeric', minute: '2-digit' } as const
const TO_THE_SECOND = { ...TO_THE_MINUTE, second: '2-digit' } as const

/**
 * A formatter for each of the two zones. A time in UTC always says so.
 *
 * @param local the options for the zone of the device
 * @param utc the same for UTC, in parts: `dateStyle` and `timeStyle` cannot be combined with `timeZoneName`
 */
function zoned(local: Intl.DateTimeFormatOptions, utc: Intl.DateTimeFormatOptions) {
  return {
    local: perLocale((locale) => new Intl.DateTimeFormat(locale, local)),
    utc: perLocale(
      (locale) =>
        new Intl.DateTimeFormat(locale, { timeZoneName: 'short', ...utc, timeZone: 'UTC' }),
    ),
  }
}
const FULL = { ...DATE, ...TO_THE_SECOND, hour: '2-digit', timeZoneName: 'short' } as const
const inFull = /* @__PURE__ */ zoned(FULL, FULL)
const clock = /* @__PURE__ */ zoned({ timeStyle: 'short' }, TO_THE_MINUTE)
const clockSeconds = /* @__PURE__ */ zoned({ timeStyle: 'medium' }, TO_THE_SECOND)
const dateAndClock = /* @__PURE__ */ zoned(
  { dateStyle: 'medium', timeStyle: 'short' },
  { ...DATE, ...TO_THE_MINUTE },
)

/**
 * A time relative to now, such as "3 min. ago". From 24 hours on it counts the days of the calendar. It is made of messages, as
 * the first formatter of Intl in a page costs more than all rows together: see docs/decisions/0042.
 *
 * @param at milliseconds since the epoch; later than now, a clock is wrong, as the app shows no plans
 * @param now milliseconds since the epoch
 */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  if (seconds === 0) return m.time_now()
  const size = Math.abs(seconds)
  const days = size < DAY ? 0 : Math.abs(dayOf(at) - dayOf(now))
  if (seconds > 0) return m.time_ahead({ amount: relativeAmount(size, days) })
  return days === 1 ? m.time_yesterday() : m.time_ago({ amount: relativeAmount(size, days) })
}

/** formatRelative to the minute. A moment less than a minute ahead (clocks differ) is in this minute. */
export function formatAge(at: number, now: number): string {
  return Math.abs(now - at) < MINUTE * 1000 ? m.time_this_minute() : formatRelative(at, now)
}

/**
 * @param size in seconds
 * @param days of the calendar
 */
function relativeAmount(size: number, days: number): string {
  if (size < MINUTE) return m.amount_seconds({ n: size })
  if (size < HOUR) return m.amount_minutes({ n: Math.floor(size / MINUTE) })
  if (days < 2) return m.amount_hours({ n: Math.floor(size / HOUR) })
  if (size < YEAR) return m.amount_days({ n: days })
  return m.amount_years({ n: Math.floor(size / YEAR) })
}

/**
 * A time in full, in both zones with their names. The zone that is shown comes first.
 *
 * @returns two texts, or one if the device is in UTC
 */
export function formatAbsolute(at: number): string[] {
  const [local, utc] = [inFull.local().format(at), inFull.utc().format(at)]
  return [...new Set(timeZone() === 'utc' ? [utc, local] : [local, utc])]
}

/**
 * The title of a time: both zones, and why it may be ahead.
 *
 * @param now milliseconds since the epoch
 */
export function timeTitle(at: number, now: number): string {
  const hint = isAhead(at, now) ? [m.time_ahead_hint()] : []
  return [...formatAbsolute(at), ...hint].join(' · ')
}

/** Whether a time that must be past is not: two clocks differ, or a local time was sent as UTC. */
export function isAhead(at: number, now: number): boolean {
  return at - now >= MINUTE * 1000
}

/** The time of day, with the date if it is not today. @param from what began earlier is a span */
export function formatClock(at: number, from?: number): string {
  const isToday = dayOf(from ?? at) === dayOf(Date.now())
  const format = (isToday ? clock : dateAndClock)[timeZone()]()
  return from === undefined ? format.format(at) : format.formatRange(from, at)
}

/** The time of day in seconds, rounded up. */
export function formatClockSeconds(at: number): string {
  return clockSeconds[timeZone()]().format(Math.ceil(at / 1000) * 1000)
}

// Days are numbers without a time zone, and UTC has no clock changes.
const wholeDay = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** A day with its year. */
export function formatDay(day: DayNumber): string {
  return wholeDay().format(middleOf(day))
}

/**
 * A stretch of time, in days where it begins and ends with one, else to the minute.
 *
 * @param from milliseconds since the epoch; undefined: no limit
 * @param to the same; it is not included
 */
export function formatSpan(from: number | undefined, to: number | undefined): string {
  const isOfDays = [from, to].every((at) => at === undefined || startOfDay(dayOf(at)) === at)
  const shown = (at: number) =>
    isOfDays ? formatDay(dayOf(at)) : dateAndClock[timeZone()]().format(at)
  if (from === undefined) return m.days_until({ day: shown((to ?? 0) - 1) })
  if (to === undefined) return m.days_from({ day: shown(from) })
  if (!isOfDays) return dateAndClock[timeZone()]().formatRange(from, to - 1)
  const [first, last] = [dayOf(from), dayOf(to - 1)]
  return first === last ? formatDay(first) : wholeDay().formatRange(middleOf(first), middleOf(last))
}

const units = [m.duration_days, m.duration_hours, m.duration_minutes, m.duration_seconds]

/**
 * A duration in its two largest units.
 *
 * @param milliseconds not negative
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const values = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
    seconds % MINUTE,
  ]
  const largest = values.findIndex((value) => value > 0)
  const first = largest === -1 ? values.length - 1 : largest
  return values
    .slice(first, first + 2)
    .map((value, index) => (value > 0 || index === 0 ? units[first + index]?.({ n: value }) : ''))
    .filter((part) => part !== '')
    .join(' ')
}
