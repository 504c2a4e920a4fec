/** A zone for times: that of the device, or UTC. */
export type TimeZone = 'local' | 'utc'

let shown: TimeZone = 'local'

/** The zone in which every time on screen and in exported files is written. */
export function timeZone(): TimeZone {
  return shown
}

/** Sets the zone of {@link timeZone}. The choice itself is kept by `ui/time-zone-choice.ts`. */
export function setTimeZone(zone: TimeZone): void {
  shown = zone
}

/** The name of a zone: an IANA name such as "Europe/Berlin", or "UTC". */
export function timeZoneName(zone: TimeZone = shown): string {
  return zone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * A time in ISO 8601 with its offset: 2026-03-04T11:30:00.000+01:00, or …Z for UTC.
 *
 * @param at milliseconds since the epoch
 */
export function zonedIso(at: number, zone: TimeZone = shown): string {
  const date = new Date(at)
  if (zone === 'utc') return date.toISOString()
  const ahead = -date.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${two(Math.trunc(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  const shifted = new Date(at + ahead * 60_000).toISOString().slice(0, -1)
  return `${shifted}${ahead < 0 ? '-' : '+'}${offset}`
}
