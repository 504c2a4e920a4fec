import { useApiSession } from '#web/api/session.tsx'
import { accountEntry, canNameKeys } from '#web/api/tab-entries.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { readTypedNumber } from '#web/format/typed-number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PointsLimit } from '#web/poster-records/queue.ts'
import type { Balance } from '#web/poster-records/record.ts'
import { Banner } from '#web/ui/banner.tsx'
import { createDeviceChoices, useDeviceChoice } from '#web/ui/device-choice.ts'
import { TextField } from '#web/ui/text-field.tsx'

/** What was typed into the field, for each account. */
const choiceOf = createDeviceChoices(
  (profileId) => accountEntry('points-limit', profileId),
  (text) => text ?? '',
  (typed) => typed,
)

/** The limit of an account at the moment. */
export function pointsLimitOf(profileId: string): PointsLimit {
  return readLimit(choiceOf(profileId).get())
}

/** The limit of the account on screen, as it stands in the field. */
export function usePointsLimit(): PointsLimit {
  return readLimit(useDeviceChoice(choiceOf(useApiSession().profileId)))
}

/** Reads a whole number of points, as people write it. */
export function readLimit(typed: string): PointsLimit {
  if (typed.trim() === '') return undefined
  const points = readTypedNumber(typed)
  // "1,00" may be a slip for 100.
  return Number.isInteger(points) && !/[.,]\d{1,2}$/.test(typed.trim()) ? points : null
}

/** The field for the limit. It counts as soon as it is typed. */
export function PointsLimitField({ balance }: { balance: Balance | null }) {
  const choice = choiceOf(useApiSession().profileId)
  const typed = useDeviceChoice(choice)
  const limit = readLimit(typed)
  const notes = joinSentences(
    isBelow(balance, limit) ? m.points_limit_reached(wordsOf(balance)) : '',
    // Where a key has no name, another tab does not find its limit.
    limit !== undefined && !canNameKeys() ? m.points_limit_tab() : '',
  )
  return (
    <TextField
      label={m.points_limit()}
      help={m.points_limit_help()}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-sm"
      value={typed}
      onChange={({ target }) => choice.set(target.value)}
      problem={limit === null ? m.points_limit_problem() : undefined}
      note={notes === '' ? undefined : notes}
    />
  )
}

/** Says that fewer points are left than the limit of the account; nothing without a limit. */
export function LowBalance({ balance }: { balance: Balance | null }) {
  const limit = usePointsLimit()
  if (!isBelow(balance, limit)) return null
  const words = { ...wordsOf(balance), limit: formatNumber(limit ?? 0) }
  return <Banner tone="note" title={m.points_low(words)} />
}

function isBelow(balance: Balance | null, limit: PointsLimit): balance is Balance {
  return balance !== null && typeof limit === 'number' && balance.points < limit
}

function wordsOf({ points, at }: Balance): { points: string; time: string } {
  return { points: formatNumber(points), time: formatClock(at) }
}
