import { setTimeZone, type TimeZone } from '#web/format/time-zone.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The zone in which times are shown. */
export const timeZoneChoice = createDeviceChoice<TimeZone>(
  'marquee.time-zone',
  (text) => (text === 'utc' ? 'utc' : 'local'),
  (zone) => zone,
)

/** Shows times in the chosen zone from now on. Called once, before the first render. */
export function applyTimeZone(): void {
  const apply = () => setTimeZone(timeZoneChoice.get())
  apply()
  timeZoneChoice.subscribe(apply)
}

/** The zone in which times are shown. A component that formats times is drawn again when it changes. */
export function useTimeZone(): TimeZone {
  return useDeviceChoice(timeZoneChoice)
}
