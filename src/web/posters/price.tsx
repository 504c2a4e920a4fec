import type { PosterScene, PosterTaskRequest } from '#contract/poster-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type FollowedTask,
  type FollowedTasks,
  isFollowed,
} from '#web/posters/follow/followed-tasks.ts'
import { sceneName } from '#web/posters/poster-words.tsx'
import { type Balance, isOpen, lastBalance, type PosterRecord } from '#web/poster-records/record.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import { useApiSession } from '#web/api/session.tsx'
import { accountEntry, canNameKeys } from '#web/api/tab-entries.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { readTypedNumber } from '#web/format/typed-number.ts'
import type { PointsLimit } from '#web/poster-records/queue.ts'
import { Banner } from '#web/ui/banner.tsx'
import { createDeviceChoices, useDeviceChoice } from '#web/ui/device-choice.ts'
import { TextField } from '#web/ui/text-field.tsx'

/* The service names no price in advance (spec: not shown). What is said before a poster is sent was learnt from earlier ones. */

type Tasks = FollowedTasks['tasks']

/** How many of the newest posters of a scene tell its price. */
const SAMPLES = 5

/**
 * What the newest posters of a scene cost, in points, newest first: at most five, and none that is older than one whose price is not
 * known. A price is what the record of the task says. A difference of two balances is none: another client may have bought or
 * paid in between. Empty: nothing is known, and nothing may be said.
 *
 * @param records the posters of the account
 * @param tasks what the list says of them
 * @returns undefined: the list may soon say more
 */
export function knownPrices(
  scene: PosterScene,
  records: readonly PosterRecord[],
  tasks: Tasks,
): readonly number[] | undefined {
  const newest = records
    .flatMap(({ state, request }) =>
      state.kind === 'created' && request.prompt === scene ? state : [],
    )
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SAMPLES)
  const prices: number[] = []
  for (const { created } of newest) {
    const price = priceInList(tasks.get(created.uuid))
    if (price === undefined) return undefined
    if (price === null) break
    prices.push(price)
  }
  return prices
}

/** The price in the record of a task, also of a failed one. @returns null: it has none; undefined: it may soon have one */
function priceInList(followed: FollowedTask | undefined): number | null | undefined {
  const price = followed?.kind === 'seen' ? followed.task.price : null
  if (price !== null && price >= 0) return Number(price)
  return followed === undefined || isFollowed(followed) ? undefined : null
}

/** "The last 5 Firework posters cost 10 each"; empty if no price is known. */
export function priceWords(scene: PosterScene, prices: readonly number[]): string {
  if (prices.length === 0) return ''
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const price =
    least === most
      ? formatNumber(least)
      : m.price_range({ least: formatNumber(least), most: formatNumber(most) })
  const count = prices.length
  return m.price_known({ count, shown: formatNumber(count), scene: sceneName(scene), price })
}

/** The last balance, and for how many posters it is enough. @param prices of such posters */
export function balanceWords(balance: Balance | null, prices: readonly number[]): string {
  if (balance === null) return m.poster_balance_unknown()
  const known = { points: formatNumber(balance.points), time: formatClock(balance.at) }
  const dearest = Math.max(0, ...prices)
  if (dearest === 0) return m.poster_balance(known)
  const enough = Math.max(0, Math.floor(Number(balance.points) / dearest))
  return m.poster_balance_enough({ ...known, enough: formatNumber(enough) })
}

/**
 * What several posters probably cost, and where that was learnt.
 *
 * @param records undefined: they are not read yet
 * @returns null: the price of one of the scenes is not known; undefined: the list may soon say more
 */
export function planPrice(
  requests: readonly PosterTaskRequest[],
  records: readonly PosterRecord[] | undefined,
  tasks: Tasks,
): { total: string; learnt: string } | null | undefined {
  const counts = new Map<PosterScene, number>()
  for (const { prompt } of requests) counts.set(prompt, (counts.get(prompt) ?? 0) + 1)
  let points = 0
  let isKnown = true
  const learnt: string[] = []
  for (const [scene, count] of counts) {
    const prices = records && knownPrices(scene, records, tasks)
    if (prices === undefined) return undefined
    isKnown &&= prices.length > 0
    points += (count * prices.reduce((sum, price) => sum + price, 0)) / prices.length
    learnt.push(priceWords(scene, prices))
  }
  if (!isKnown) return null
  const shown = formatNumber(requests.length)
  const total = m.price_plan({ points: formatNumber(Math.ceil(points)), shown })
  return { total, learnt: learnt.join(' · ') }
}

/** "About 60 points for 6", and why; or that the price is not known in advance. '' while the list may soon say more */
export function planPriceWords(...plan: Parameters<typeof planPrice>): string {
  const price = planPrice(...plan)
  if (price === undefined) return ''
  return price === null ? m.batch_cost() : `${price.total} · ${price.learnt}`
}

/** Who pays for several posters, and what they probably cost. */
export function PlanPayer({ requests }: { requests: readonly PosterTaskRequest[] }) {
  const { followed, posters } = usePosters()
  return (
    <>
      <p>
        <Payer isOfPlan />
      </p>
      {requests.length > 0 && (
        <p className="min-h-5">{planPriceWords(requests, posters.log?.records, followed.tasks)}</p>
      )}
    </>
  )
}

/**
 * The account that pays, its balance, and what such posters cost before, as far as that is known.
 *
 * @param isOfPlan what the posters cost stands beside it
 */
export function Payer({ isOfPlan = false }) {
  const { account, followed, input, posters } = usePosters()
  const { log, toConfirm } = posters
  const { scenes } = input
  // Null: none is chosen, or what several posters cost stands beside it.
  const scene =
    toConfirm?.request.prompt ?? (isOfPlan || scenes.length > 1 ? null : (scenes[0] ?? null))
  const records = log?.records ?? []
  const prices = (scene === null ? [] : knownPrices(scene, records, followed.tasks)) ?? []
  const balance = lastBalance(records)
  const open = records.filter(
    (record) => isOpen(record) && balance !== null && record.startedAt > balance.at,
  ).length
  const price = scene === null ? '' : priceWords(scene, prices)
  const points = log === undefined ? '' : balanceWords(balance, prices)
  const facts = [price, points].filter((words) => words !== '')
  if (open > 0) facts.push(m.poster_balance_open(counted(open)))
  return (
    <>
      <span>
        <SentenceWith
          shown={account.name}
          say={(shown) => m.poster_pays({ name: shown, tail: account.keyTail })}
        />
      </span>
      <span>{facts.length > 0 ? ' · ' : ''}</span>
      <span>{facts.join(' · ')}</span>
    </>
  )
}

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
