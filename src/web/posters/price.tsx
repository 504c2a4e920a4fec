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
 * @param isBrief in two lines, for a phone
 * @param isOfPlan what the posters cost stands beside it
 */
export function Payer({ isBrief = false, isOfPlan = false }) {
  const { account, followed, input, posters } = usePosters()
  const { log, toConfirm } = posters
  const { scenes, images } = input
  const isOne = scenes.length === 1 && images.length === 0 && !isOfPlan
  // Null: none is chosen, or what several posters cost stands beside it.
  const scene = toConfirm?.request.prompt ?? (isOne ? (scenes[0] ?? null) : null)
  const records = log?.records ?? []
  const prices = (scene === null ? [] : knownPrices(scene, records, followed.tasks)) ?? []
  const balance = lastBalance(records)
  const open = records.filter(
    (record) => isOpen(record) && balance !== null && record.startedAt > balance.at,
  ).length
  const price = scene === null ? '' : priceWords(scene, prices)
  const points = log === undefined ? '' : balanceWords(balance, prices)
  const facts = (isBrief ? [points, price] : [price, points]).filter((words) => words !== '')
  if (open > 0) facts.push(m.poster_balance_open(counted(open)))
  return (
    // What is known comes later: on a phone it must not move the button.
    <span className={isBrief ? 'line-clamp-2 min-h-8' : ''}>
      <span>
        <SentenceWith
          shown={account.name}
          say={(shown) => m.poster_pays({ name: shown, tail: account.keyTail })}
        />
      </span>
      <span>{facts.length > 0 ? ' · ' : ''}</span>
      <span>{facts.join(' · ')}</span>
    </span>
  )
}
