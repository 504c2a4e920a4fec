const isoTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Reads an ISO 8601 date-time (spec: "ISO 8601 date-time, UTC"). It accepts a blank instead of the
 * T, and a missing zone, which counts as UTC. Date.parse alone accepts "task 12", and reads 31 February as
 * 3 March.
 *
 * @returns text with a zone that Date.parse reads; undefined if it is not a point in time
 */
export function readIsoTime(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? isoTime.exec(value) : null
  if (parts === null) return undefined
  const [, day = '', time = '', zone = 'Z'] = parts
  const text =
    `${day}T${time}${zone.replace(/^(.\d\d):?(\d*)$/, '$1:$200').slice(0, 6)}`.toUpperCase()
  if (Number.isNaN(Date.parse(text))) return undefined
  return isInCalendar(day) ? text : undefined
}

/** The last day that every month has. */
const LAST_COMMON_DAY = 28

function isInCalendar(day: string): boolean {
  // The check takes long, and most days do not need it.
  if (Number(day.slice(-2)) <= LAST_COMMON_DAY) return true
  const midnight = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}
