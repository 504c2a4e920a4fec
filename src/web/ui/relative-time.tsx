import { formatAge, formatRelative, timeTitle } from '#web/format/time.ts'
import { useAge } from '#web/ui/now.ts'
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
