import { perLocale } from '#web/format/locale.ts'
import { m } from '#web/messages/generated/messages.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const relative = perLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)

const inFull = (timeZone?: 'UTC') =>
  perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  )
const localTime = inFull()
const utcTime = inFull('UTC')

const clock = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const clockSeconds = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))
const dateAndClock = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)

/**
 * How long ago something was, or how far ahead it is.
 *
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const size = Math.abs(seconds)
  if (size === 0) return m.time_now()
  if (size < MINUTE) return relative().format(seconds, 'second')
  if (size < HOUR) return relative().format(Math.trunc(seconds / MINUTE), 'minute')
  if (size < DAY) return relative().format(Math.trunc(seconds / HOUR), 'hour')
  return relative().format(Math.trunc(seconds / DAY), 'day')
}

/** What is less than a minute ago. */
export function formatThisMinute(): string {
  return relative().format(0, 'minute')
}

/** A date and the time of day, in the person's zone. */
export function formatDateAndClock(at: number): string {
  return dateAndClock().format(at)
}

/** A point in time in full, in the person's zone and in UTC, with the zones' names. */
export function formatAbsolute(at: number): string {
  return `${localTime().format(at)} · ${utcTime().format(at)}`
}

/** The time of day, in the person's zone; with the date, unless that is today's. */
export function formatClock(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return (isToday ? clock() : dateAndClock()).format(at)
}

/** The time of day to the second, never before the moment it stands for. */
export function formatClockSeconds(at: number): string {
  return clockSeconds().format(Math.ceil(at / 1000) * 1000)
}

const inUnit = (unit: 'day' | 'hour' | 'minute' | 'second') =>
  perLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }),
  )
const units = [inUnit('day'), inUnit('hour'), inUnit('minute'), inUnit('second')]

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
    .map((value, index) => (value > 0 || index === 0 ? units[first + index]?.().format(value) : ''))
    .filter((part) => part !== '')
    .join(' ')
}
