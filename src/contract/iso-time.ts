const isoTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Reads an ISO 8601 date-time (spec: "ISO 8601 date-time, UTC"). A blank in place of the T and a
 * missing zone, which is then UTC, are forgiven. Date.parse alone takes "task 12" for a time, and
 * 31 February for 3 March.
 *
 * @returns text with a zone that Date.parse reads; undefined where it is no point in time
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
