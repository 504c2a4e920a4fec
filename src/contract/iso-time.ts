/**
 * A date-time: an ISO 8601 text, or the same as Go, Java and Python print it. A name behind the offset ("+0800 CST",
 * "+01:00[Europe/Berlin]") only repeats it. A name alone is not read: "CST" is four zones.
 */
const dateTime =
  /^\s*(\d{4}[-/]\d\d[-/]\d\d)[T ]\s*(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?:\s*(?:[A-Z]{1,5}|[+-]\d\d(?:\d\d)?|\[[\w/:+-]+\]))?(?: m=[+-][\d.]+)?)?\s*$/i

/** What MySQL writes for "no date". It is in no calendar. */
const mysqlZero = /^\s*0000-00-00/

/** Seconds or milliseconds since the epoch, from 2001 to 2286. Services that do not write ISO 8601 send them. */
const epoch = /^\s*(\d{10})(?:(\d{3})|\.\d+)?\s*$/

/**
 * Earlier and later times are the zero or the largest value of a program: year 1 in Go and .NET, 1601 in Windows, 1753 and 1900 in
 * SQL Server, 1970 where numbers count from it, 9999 in SQL. In milliseconds since the epoch.
 */
const EARLIEST = Date.UTC(1971, 0)
const LATEST = Date.UTC(9999, 0)

/**
 * Reads a date-time (spec: "ISO 8601 date-time, UTC"). Without a zone it is UTC. Date.parse alone accepts "task 12", and reads
 * 31 February as 3 March.
 *
 * @returns ISO 8601 text with a zone that Date.parse reads; null: it means "not yet"; undefined: it is not a point in time
 */
export function readTime(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? readEpoch(value) : undefined
  const parts = dateTime.exec(value)
  if (parts === null) return mysqlZero.test(value) ? null : readEpoch(value)
  const [, day = '', time = '', zone = 'Z'] = parts
  const date = day.replaceAll('/', '-')
  const offset = /^[a-z]/i.test(zone)
    ? 'Z'
    : zone.replace(/^(.\d\d):?(\d*)$/, '$1:$200').slice(0, 6)
  const text = `${date}T${time.replace(',', '.')}${offset}`
  const at = Date.parse(text)
  if (Number.isNaN(at) || !isInCalendar(date)) return mysqlZero.test(value) ? null : undefined
  return at < EARLIEST || at >= LATEST ? null : text
}

function readEpoch(value: string | number): string | null | undefined {
  if (Number(value) === 0) return null
  const [, seconds, milliseconds = '000'] = epoch.exec(String(value)) ?? []
  return seconds === undefined ? undefined : new Date(Number(seconds + milliseconds)).toISOString()
}

/** The last day that every month has. */
const LAST_COMMON_DAY = 28

function isInCalendar(day: string): boolean {
  // The check takes long, and most days do not need it.
  if (Number(day.slice(-2)) <= LAST_COMMON_DAY) return true
  const midnight = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}
