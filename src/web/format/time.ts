import { displayLocale } from '#web/format/locale.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long ago something was, or how far ahead it is.
 *
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const format = new Intl.RelativeTimeFormat(displayLocale(), { numeric: 'auto', style: 'short' })
  const size = Math.abs(seconds)
  if (size < MINUTE) return format.format(seconds, 'second')
  if (size < HOUR) return format.format(Math.trunc(seconds / MINUTE), 'minute')
  if (size < DAY) return format.format(Math.trunc(seconds / HOUR), 'hour')
  return format.format(Math.trunc(seconds / DAY), 'day')
}

/** A point in time in full, in the person's zone or in UTC, with the zone's name. */
export function formatAbsolute(at: number, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat(displayLocale(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)
}

/** The time of day, in the person's zone; with the date, unless that is today's. */
export function formatClock(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(displayLocale(), {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(at)
}

/** The time of day to the second, never before the moment it stands for. */
export function formatClockSeconds(at: number): string {
  const second = Math.ceil(at / 1000) * 1000
  return new Intl.DateTimeFormat(displayLocale(), { timeStyle: 'medium' }).format(second)
}

/**
 * A duration in its two largest units.
 *
 * @param milliseconds not negative
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const parts: [number, string][] = [
    [Math.floor(seconds / DAY), 'day'],
    [Math.floor((seconds % DAY) / HOUR), 'hour'],
    [Math.floor((seconds % HOUR) / MINUTE), 'minute'],
    [seconds % MINUTE, 'second'],
  ]
  const first = parts.findIndex(([value]) => value > 0)
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2)
  return shown
    .filter(([value], index) => value > 0 || index === 0)
    .map(([value, unit]) =>
      new Intl.NumberFormat(displayLocale(), {
        style: 'unit',
        unit,
        unitDisplay: 'narrow',
      }).format(value),
    )
    .join(' ')
}
