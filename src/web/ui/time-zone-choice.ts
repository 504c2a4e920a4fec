import { setTimeZone, type TimeZone } from '#web/format/time-zone.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The choice of the zone in which times are shown. */
export const timeZoneChoice = createDeviceChoice<TimeZone>(
  'marquee.time-zone',
  (text) => (text === 'utc' ? 'utc' : 'local'),
  (zone) => zone,
)

/** Sets the zone of formatted times, now and after each change. Call it once, before the first render. */
export function applyTimeZone(): void {
  const apply = () => setTimeZone(timeZoneChoice.get())
  apply()
  timeZoneChoice.subscribe(apply)
}

/** The zone in which times are shown. Components that format times use it to render again when it changes. */
export function useTimeZone(): TimeZone {
  return useDeviceChoice(timeZoneChoice)
}
