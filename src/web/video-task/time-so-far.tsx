import { formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import type { UsualTimes } from '#web/task-list/elapsed.ts'
import { useClock } from '#web/ui/now.ts'

const SECOND_MS = 1_000

/**
 * How long an unfinished task has taken so far, and how long others took. The bar compares that time with the usual one. It
 * stops when it is full, as the rest is not known.
 *
 * @param since milliseconds since the epoch
 * @param usual of tasks of its kind; undefined: not known
 */
export function TimeSoFar({ since, usual }: { since: number; usual: UsualTimes | undefined }) {
  const elapsed = useClock((now) => Math.max(0, Math.floor((now - since) / SECOND_MS) * SECOND_MS))
  const soFar = m.follow_so_far({ time: formatDuration(elapsed) })
  if (usual === undefined) return <span>{soFar}</span>
  const usually = m.follow_usually({
    time: formatDuration(usual.median),
    most: formatDuration(usual.nineOfTen),
  })
  const share = Math.min(elapsed / (usual.median || 1), 1)
  return (
    <span className="inline-flex flex-col gap-0.5">
      <span>{`${soFar} · ${elapsed > usual.late ? m.follow_late() : usually}`}</span>
      <span aria-hidden className="h-0.5 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full bg-focus forced-colors:bg-[Highlight]"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}
