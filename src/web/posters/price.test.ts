import { beforeEach, expect, test, vi } from 'vitest'

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

/** Tasks that cost as many points as the second of their poster. */
function priced(...seconds: number[]): Record<number, object> {
  return Object.fromEntries(seconds.map((second) => [second, { price: second }]))
}

/** What a list says of the posters, by their second. */
function listed(
  records: readonly PosterRecord[],
  rows: Record<number, object> = {},
  { readAt } = later,
) {
  const list = Object.entries(rows).map(([second, row]) => ({ uuid: `t${second}`, ...row }))
  const payload = { list, total: list.length, page: 1, page_size: 100 }
  const reply = replyTo(payload, { request: NEWEST_TASKS, readAt })
  return followTasks(createdPosters(records), reply, new Map())
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

const five = [1, 2, 3, 4, 5, 6].map((second) => created(second, 1_000 - second * 10))

/** A list that shows these tasks, an hour later: what it does not show, it will not show. */
const later = { readAt: NOW + 3_600_000 }
/** The same before a new task had time to appear. */
const soon = { readAt: NOW + 10_000 }
const failed = { error_msg: 'No face found', completed_at: '2026-03-01T12:00:00Z' }

test.each<[string, readonly PosterRecord[], Record<number, object>, typeof later, unknown]>([
  ['the newest five, newest first', five, priced(1, 2, 3, 4, 5, 6), later, [6, 5, 4, 3, 2]],
  ['the order of the log does not matter', five.toReversed(), priced(6, 5), later, [6, 5]],
  ['also of a failed one', five, { 6: { price: 20, ...failed }, ...priced(5) }, later, [20, 5]],
  ['none is older than one without', five, { ...priced(6, 4), 5: failed }, later, [6]],
  ['none is older than one that is not listed', five, priced(6, 4), later, [6]],
  ['nothing if the newest is without', five, { 6: { price: -1, ...failed } }, later, []],
  ['nothing is learnt from balances', five, {}, later, []],
  ['nothing yet: the newest may still appear', five, priced(1, 2, 3, 4, 5), soon, undefined],
  ['nothing yet: an older one may', five, priced(6, 4, 3, 2, 1), soon, undefined],
  ['nothing yet: a price may', five, { ...priced(6, 4, 3, 2), 5: {} }, soon, undefined],
  ['not of other scenes', [created(1, null, OTHER)], priced(1), later, []],
  ['not of what was not created', [sent(1, { kind: 'sending' })], {}, soon, []],
])('the prices of a scene: %s', (...[, records, rows, reading, expected]) => {
  expect(knownPrices(SCENE, records, listed(records, rows, reading))).toEqual(expected)
})

test('before the list is read, no price is known', () => {
  expect(knownPrices(SCENE, five, new Map())).toBeUndefined()
})

test('what is said before sending names the posters that it was learnt from', () => {
  expect(priceWords('firework', [])).toBe('')
  expect(priceWords('firework', [10])).toBe('The last Firework poster from this browser cost 10')
  expect(priceWords('firework', [10, 10])).toBe(
    'The last 2 Firework posters from this browser cost 10 each',
  )
  expect(priceWords('firework', [8, 1200])).toBe(
    'The last 2 Firework posters from this browser cost 8 to 1,200 each',
  )
})

test('the price of a plan is said once that of each scene is known, and never below it', () => {
  const records = [created(1, null), created(2, null, OTHER), created(3, null)]
  const plan = [SCENE, SCENE, OTHER].map((prompt) => ({ image_url: 'https://a.example', prompt }))
  const said = (rows: Record<number, object>, reading = later) =>
    planPriceWords(plan, records, listed(records, rows, reading))
  expect(planPriceWords(plan, undefined, new Map())).toBe('')
  expect(said({ 1: { price: 10 }, 3: { price: 10.5 } }, soon)).toBe('')
  expect(said({ 1: { price: 10 }, 3: { price: 10.5 } })).toMatch(/^The price is not known/)
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
