import { useContext } from 'react'

import { differenceOf } from '#contract/record.ts'
import type { PosterScene, PosterTaskRequest } from '#contract/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { type FollowedTasks, FollowedTasksContext } from '#web/posters/follow/use-followed-tasks.ts'
import { sceneName } from '#web/posters/poster-words.tsx'
import type { RecordLog } from '#web/poster-records/record-log.ts'
import {
  type Balance,
  isOpen,
  lastBalance,
  type PosterRecord,
  type PosterState,
} from '#web/poster-records/record.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/* The service names no price in advance (spec: not shown). What is said before a poster is sent was learnt from earlier ones. */

type Tasks = FollowedTasks['tasks']

/** How many of the newest posters of a scene tell its price. */
const SAMPLES = 5

type CreatedRecord = Omit<PosterRecord, 'state'> & Extract<PosterState, { kind: 'created' }>

/**
 * What this account's posters of a scene cost, in points, newest first, of the last five. Empty: nothing is known, and nothing
 * may be said.
 *
 * @param records the posters of the account
 * @param tasks what the list says of them
 */
export function knownPrices(
  scene: PosterScene,
  records: readonly PosterRecord[],
  tasks: Tasks,
): number[] {
  const created = records
    .flatMap(({ state, ...poster }): CreatedRecord[] =>
      state.kind === 'created' ? [{ ...poster, ...state }] : [],
    )
    .toSorted((a, b) => b.at - a.at)
  const prices: number[] = []
  for (const [index, poster] of created.entries()) {
    if (prices.length === SAMPLES) break
    if (poster.request.prompt !== scene) continue
    const price = priceInList(poster, tasks) ?? chargeOf(poster, created[index + 1], records)
    if (price !== undefined) prices.push(price)
  }
  return prices
}

/** The price in the record of the task. A failed one says nothing: it may have been refunded. */
function priceInList({ created: { uuid } }: CreatedRecord, tasks: Tasks): number | undefined {
  const followed = tasks.get(uuid)
  if (followed?.kind !== 'seen') return undefined
  const { price, errorMsg } = followed.task
  return price === null || price < 0 || errorMsg !== null ? undefined : Number(price)
}

/** The difference of the balance to that of the poster before, if no other poster was sent from then on. */
function chargeOf(
  { id, startedAt, at, created }: CreatedRecord,
  before: CreatedRecord | undefined,
  records: readonly PosterRecord[],
): number | undefined {
  const points = before?.created.remainingPoints ?? null
  if (before === undefined || points === null || created.remainingPoints === null) return undefined
  const isOther = (other: PosterRecord) =>
    other.id !== id &&
    other.id !== before.id &&
    mayHaveCost(other) &&
    other.startedAt >= before.startedAt &&
    other.startedAt <= at
  const charged = Number(differenceOf(points, created.remainingPoints))
  // The other posters are looked at last: a log can be long, and this runs while a person types.
  return charged > 0 && before.at <= startedAt && !records.some(isOther) ? charged : undefined
}

function mayHaveCost({ state: { kind } }: PosterRecord): boolean {
  return kind === 'created' || kind === 'sending' || kind === 'unknown'
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

/** "About 60 points for 6", and why; empty unless there are posters, and the price of every scene is known. */
export function planPriceWords(
  requests: readonly PosterTaskRequest[],
  records: readonly PosterRecord[],
  tasks: Tasks,
): string {
  if (requests.length === 0) return ''
  const scenes = [...new Set(requests.map(({ prompt }) => prompt))]
  const known = new Map(scenes.map((scene) => [scene, knownPrices(scene, records, tasks)]))
  let points = 0
  for (const { prompt } of requests) {
    const prices = known.get(prompt) ?? []
    if (prices.length === 0) return ''
    points += prices.reduce((sum, price) => sum + price, 0) / prices.length
  }
  const total = m.price_plan({
    points: formatNumber(Math.ceil(points)),
    shown: formatNumber(requests.length),
  })
  return [total, ...Array.from(known, ([scene, prices]) => priceWords(scene, prices))].join(' · ')
}

/** The account that pays, its balance, and what such posters cost before, as far as that is known. */
export function Payer({
  account,
  log,
  scene,
  isBrief = false,
}: {
  /** its name, and the end of its key, are said */
  account: { name: string; keyTail: string }
  /** undefined until it is read */
  log: RecordLog | undefined
  /** null: none is chosen, or several are */
  scene: PosterScene | null
  /** without the balance */
  isBrief?: boolean
}) {
  const { tasks } = useContext(FollowedTasksContext)
  const records = log?.records ?? []
  const prices = scene === null ? [] : knownPrices(scene, records, tasks)
  const balance = lastBalance(records)
  const open = records.filter(
    (record) => isOpen(record) && balance !== null && record.startedAt > balance.at,
  ).length
  const price = scene === null ? '' : priceWords(scene, prices)
  const name = (
    <SentenceWith
      shown={account.name}
      say={(shown) => m.poster_pays({ name: shown, tail: account.keyTail })}
    />
  )
  if (isBrief) {
    return (
      <>
        {name}
        <span className="block truncate">{price}</span>
      </>
    )
  }
  return (
    <>
      {name}
      <span>{price === '' ? '' : ` · ${price}`}</span>
      <span>{log === undefined ? '' : ` · ${balanceWords(balance, prices)}`}</span>
      {open > 0 && (
        <span>{` · ${m.poster_balance_open({ count: open, shown: formatNumber(open) })}`}</span>
      )}
    </>
  )
}
