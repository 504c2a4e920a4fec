import { formatAge, formatRelative, timeTitle } from '#web/format/time.ts'
import { useAge } from '#web/ui/now.ts'

/** A relative time such as "3 min. ago" that updates itself. Its tooltip has the time in both zones. */
export function RelativeTime({
  at,
  isCalm = false,
}: {
  /** milliseconds since the epoch */
  at: number
  /** to the minute from the beginning, for a column of many times */
  isCalm?: boolean
}) {
  const age = useAge(at, isCalm)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // On demand, as formatting two zones for each of a hundred rows takes long.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = timeTitle(at, Date.now())
      }}
    >
      {(isCalm ? formatAge : formatRelative)(at, at + age)}
    </time>
  )
}
