import { beforeEach, describe, expect, test, vi } from 'vitest'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { NEWEST_TASKS } from '#web/api/video-tasks.ts'
import { createdPosters, followTasks } from '#web/posters/follow/followed-tasks.ts'
import { balanceWords, knownPrices, planPriceWords, priceWords } from '#web/posters/price.tsx'
import type { PosterRecord, PosterState } from '#web/poster-records/record.ts'

const NOW = 1_700_000_000_000
const SECOND = 1_000
const [SCENE, OTHER] = POSTER_SCENES

/** A poster that was sent so many seconds after the others began, and is answered half a second later. */
function sent(second: number, state: PosterState, prompt: PosterScene = SCENE): PosterRecord {
  const request = { image_url: 'https://example.com/a.png', prompt }
  return { id: String(second), owner: 'mine', request, startedAt: NOW + second * SECOND, state }
}

function created(
  second: number,
  points: number | bigint | null,
  scene: PosterScene = SCENE,
): PosterRecord {
  const reply = { uuid: `t${second}`, remainingPoints: points, taskType: null, message: null }
  const at = NOW + second * SECOND + 500
  return sent(second, { kind: 'created', at, created: reply }, scene)
}

/** What a list says of the posters, by their second. */
function listed(records: readonly PosterRecord[], rows: Record<number, object> = {}) {
  const list = Object.entries(rows).map(([second, row]) => ({ uuid: `t${second}`, ...row }))
  const payload = { list, total: list.length, page: 1, page_size: 100 }
  const reply = replyTo(payload, { request: NEWEST_TASKS, readAt: NOW })
  return followTasks(createdPosters(records), reply, new Map())
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

const prices = (records: readonly PosterRecord[], rows: Record<number, object> = {}) =>
  knownPrices(SCENE, records, listed(records, rows))

describe('the prices of a scene are learnt', () => {
  test('from the records of its tasks, the newest five first', () => {
    const records = [1, 2, 3, 4, 5, 6].map((second) => created(second, null))
    const rows = Object.fromEntries(records.map(({ id }) => [id, { price: Number(id) }]))
    expect(prices(records, rows)).toEqual([6, 5, 4, 3, 2])
  })

  test('without those, from the balances of two posters; the order of the log does not matter', () => {
    expect(prices([created(2, 980), created(1, 990), created(3, 970n)])).toEqual([10, 10])
    expect(prices([created(1, 990, OTHER), created(2, 982)])).toEqual([8])
  })

  test('not from the first balance, nor from one that is not known or has grown', () => {
    expect(prices([created(1, 990)])).toEqual([])
    expect(prices([created(1, 990), created(2, null), created(3, 970)])).toEqual([])
    expect(prices([created(1, 990), created(2, 1_500)])).toEqual([])
  })

  test('not from balances with another poster between that may have cost points', () => {
    const around = (state: PosterState) => [created(1, 990), sent(2, state), created(3, 970)]
    expect(prices(around({ kind: 'sending' }))).toEqual([])
    expect(prices(around({ kind: 'unknown', failure: { kind: 'timeout' } }))).toEqual([])
    expect(prices(around({ kind: 'not-sent', failure: null }))).toEqual([20])
    const later = [created(1, 990), created(3, 980), sent(4, { kind: 'sending' })]
    expect(prices(later)).toEqual([10])
  })

  test('not from the record of a task that failed, or whose price is negative or not there', () => {
    const records = [created(1, null), created(2, null), created(3, null)]
    const rows = { 1: { price: 10, error_msg: 'No face found' }, 2: { price: -1 }, 3: {} }
    expect(prices(records, rows)).toEqual([])
  })

  test('not from other scenes', () => {
    const records = [created(1, null, OTHER)]
    expect(prices(records, { 1: { price: 10 } })).toEqual([])
  })
})

test('what is said before sending names the posters that it was learnt from', () => {
  expect(priceWords('firework', [])).toBe('')
  expect(priceWords('firework', [10])).toBe('The last Firework poster cost 10')
  expect(priceWords('firework', [10, 10])).toBe('The last 2 Firework posters cost 10 each')
  expect(priceWords('firework', [8, 1200])).toBe('The last 2 Firework posters cost 8 to 1,200 each')
})

test('the price of a plan is said if that of each scene is known, and never below it', () => {
  const records = [created(1, null), created(2, null, OTHER), created(3, null)]
  const plan = [SCENE, SCENE, OTHER].map((prompt) => ({ image_url: 'https://a.example', prompt }))
  const said = (rows: Record<number, object>) =>
    planPriceWords(plan, records, listed(records, rows))
  expect(said({ 1: { price: 10 }, 3: { price: 10.5 } })).toBe('')
  expect(planPriceWords([], records, listed(records))).toBe('')
  expect(said({ 1: { price: 10 }, 2: { price: 5 }, 3: { price: 10.5 } })).toMatch(
    /^About 26 points for 3 · The last 2 .* cost 10 to 10\.5 each · The last .* cost 5$/,
  )
})

test('the balance is enough for as many posters as the dearest of them says', () => {
  const balance = { points: 488, at: NOW }
  expect(balanceWords(balance, [])).toContain('488 points left after the last poster created')
  expect(balanceWords(balance, [8, 10])).toMatch(/^488 points left at .*, enough for about 48$/)
  expect(balanceWords({ ...balance, points: -3 }, [10])).toMatch(/enough for about 0$/)
  expect(balanceWords(balance, [0])).not.toContain('enough')
})
