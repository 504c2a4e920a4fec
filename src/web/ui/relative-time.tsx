import { formatAge, formatRelative, timeTitle } from '#web/format/time.ts'
import { useClock } from '#web/ui/now.ts'
import { giveTitle } from '#web/ui/tap-hint.tsx'

/** A relative time such as "3 min. ago" that updates itself. Its tooltip has the time in both zones. */
export function RelativeTime({
  at,
  toTheMinute = false,
}: {
  /** milliseconds since the epoch */
  at: number
  /** to the minute from the beginning, for a column of many times */
  toTheMinute?: boolean
}) {
  const age = useAge(at, toTheMinute)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      onPointerEnter={(event) => giveTitle(event, () => timeTitle(at, Date.now()))}
    >
      {(toTheMinute ? formatAge : formatRelative)(at, at + age)}
    </time>
  )
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/**
 * The age of a moment: to the second in its first minute, to the minute after that.
 *
 * @param at milliseconds since the epoch
 * @param toTheMinute to the minute from the beginning
 * @returns milliseconds; a moment less than a minute ahead (clocks differ) has the age 0
 */
function useAge(at: number, toTheMinute: boolean): number {
  return useClock((time) => {
    const age = time - at
    if (age < 0) return age > -MINUTE_MS ? 0 : age
    const step = age < MINUTE_MS && !toTheMinute ? SECOND_MS : MINUTE_MS
    return Math.floor(age / step) * step
  })
}
