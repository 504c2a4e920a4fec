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
  const midnight = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(Date.parse(text)) || Number.isNaN(midnight)) return undefined
  return new Date(midnight).toISOString().startsWith(day) ? text : undefined
}
