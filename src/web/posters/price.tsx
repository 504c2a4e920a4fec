import type { ReactNode } from 'react'

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
 * "About 60 points for 6", and why; or that the price of one of the scenes is not known.
 *
 * @param records undefined: they are not read yet
 * @returns '' while the list may soon say more
 */
export function planPriceWords(
  requests: readonly PosterTaskRequest[],
  records: readonly PosterRecord[] | undefined,
  tasks: Tasks,
): string {
  const scenes = [...new Set(requests.map(({ prompt }) => prompt))]
  const known = new Map<PosterScene, readonly number[]>()
  for (const scene of scenes) {
    const prices = records && knownPrices(scene, records, tasks)
    if (prices === undefined) return ''
    known.set(scene, prices)
  }
  let points = 0
  for (const { prompt } of requests) {
    const prices = known.get(prompt) ?? []
    if (prices.length === 0) return m.batch_cost()
    points += prices.reduce((sum, price) => sum + price, 0) / prices.length
  }
  const total = m.price_plan({
    points: formatNumber(Math.ceil(points)),
    shown: formatNumber(requests.length),
  })
  return [total, ...Array.from(known, ([scene, prices]) => priceWords(scene, prices))].join(' · ')
}

/** Who pays for several posters, and what they probably cost. @param records as for planPriceWords */
export function PlanPayer({
  payer,
  posters,
  records,
}: {
  payer: ReactNode
  posters: readonly Pick<PosterRecord, 'request'>[]
  records: readonly PosterRecord[] | undefined
}) {
  const { tasks } = usePosters().followed
  const requests = posters.map(({ request }) => request)
  return (
    <>
      <p>{payer}</p>
      {posters.length > 0 && <p className="min-h-5">{planPriceWords(requests, records, tasks)}</p>}
    </>
  )
}

/**
 * The account that pays, its balance, and what such posters cost before, as far as that is known.
 *
 * @param isBrief in two lines, for a phone
 */
export function Payer({ isBrief = false }: { isBrief?: boolean }) {
  const { account, followed, input, posters } = usePosters()
  const { log, toConfirm } = posters
  // Null: none is chosen, or several are.
  const scene = toConfirm?.request.prompt ?? (input.isSeveral ? null : input.scene)
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
