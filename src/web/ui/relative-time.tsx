import { formatAbsolute, formatRelative, formatThisMinute } from '#web/format/time.ts'
import { useAge } from '#web/ui/now.ts'

/** "3 min. ago", with the time in both zones one hover away; ticks by itself. */
export function RelativeTime({
  at,
  isCalm = false,
}: {
  /** milliseconds since the epoch */
  at: number
  /** among others of its kind, to the minute: a column of seconds is never still */
  isCalm?: boolean
}) {
  const age = useAge(at, isCalm)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // Written when it is asked for: two time zones for each of a hundred rows take their time.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatAbsolute(at).join(' · ')
      }}
    >
      {isCalm && age === 0 ? formatThisMinute() : formatRelative(-age, 0)}
    </time>
  )
}
