import { formatAbsolute, formatRelative } from '#web/format/time.ts'
import { useAge } from '#web/ui/now.ts'

/**
 * "3 min. ago", with the local and the UTC time one hover away; ticks by itself.
 *
 * @param at milliseconds since the epoch
 */
export function RelativeTime({ at }: { at: number }) {
  const age = useAge(at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // Written when it is asked for: two time zones for each of a hundred rows take their time.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatAbsolute(at)
      }}
    >
      {formatRelative(-age, 0)}
    </time>
  )
}
