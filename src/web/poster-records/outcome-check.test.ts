import { describe, expect, test, vi } from 'vitest'

import type { IdempotencyState } from '#contract/idempotency.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { ApiError, type ApiFailure } from '#web/api/api-error.ts'
import { askAbout, askAgainIn } from '#web/poster-records/outcome.ts'
import type { Outcome, PosterState } from '#web/poster-records/record.ts'

const [prompt] = POSTER_SCENES
const SENT = 1_000_000
const COVERS = 24 * 60 * 60_000
const unknown: Outcome = { kind: 'unknown', failure: { kind: 'unreachable' } }

const notArrived: IdempotencyState = {
  state: 'not-forwarded',
  coversMs: COVERS,
  isCancelled: false,
}
const cancelled: IdempotencyState = {
  state: 'not-forwarded',
  coversMs: COVERS,
  isCancelled: true,
}
const inFlight: IdempotencyState = { state: 'in-flight' }

interface Case {
  age: number
  state?: PosterState
  isSenderGone?: boolean
  isRequested?: boolean
  /** what GET and DELETE answer */
  get?: IdempotencyState
  drop?: IdempotencyState
}

/** Asks once. Returns the requests to the host, and the result. */
async function askOnce({
  age,
  state = { kind: 'sending' },
  isSenderGone = false,
  isRequested = false,
  get = notArrived,
  drop = cancelled,
}: Case) {
  const asked: string[] = []
  const request = { image_url: 'https://example.com/a.png', prompt }
  const record = { id: 'a', owner: 'mine', request, startedAt: SENT, state }
  const verdict = await askAbout(record, isRequested, {
    ask(method) {
      asked.push(method)
      return Promise.resolve(method === 'GET' ? get : drop)
    },
    isSenderGone: () => Promise.resolve(isSenderGone),
    now: () => SENT + age,
  })
  return { asked, kind: verdict.kind === 'settled' ? verdict.outcome.kind : verdict.kind }
}

const looked = ['GET']
const gaveUp = ['GET', 'DELETE']

describe('a poster that has not arrived', () => {
  test.each<[string, Case, string[], string]>([
    ['is on its way, or lost', { age: 5_000 }, looked, 'not-arrived'],
    [
      'may still come from a page just gone',
      { age: 1_999, isSenderGone: true },
      looked,
      'not-arrived',
    ],
    ['is cancelled if its page is gone', { age: 2_000, isSenderGone: true }, gaveUp, 'not-sent'],
    ['is not cancelled while it may be sent', { age: 59_999 }, looked, 'not-arrived'],
    ['is cancelled after a minute', { age: 60_000 }, gaveUp, 'not-sent'],
    ['is cancelled at once if the person asks', { age: 0, isRequested: true }, gaveUp, 'not-sent'],
    ['is cancelled where its sender has an answer', { age: 0, state: unknown }, gaveUp, 'not-sent'],
    ['was cancelled before', { age: 5_000, get: cancelled }, looked, 'not-sent'],
    ['arrives in between', { age: 60_000, drop: inFlight }, gaveUp, 'in-flight'],
    ['is older than the records of the host', { age: COVERS }, gaveUp, 'too-old'],
    [
      'has a time in the future, as the clock was set back',
      { age: -60_000 },
      looked,
      'not-arrived',
    ],
    [
      'has a time in the future, and its page is gone',
      { age: -60_000, isSenderGone: true },
      gaveUp,
      'too-old',
    ],
  ])('%s', async (_, situation, asked, kind) => {
    expect(await askOnce(situation)).toEqual({ asked, kind })
  })

  test('is not cancelled by a host that only says so', async () => {
    expect(await askOnce({ age: 60_000, drop: notArrived })).toEqual({
      asked: gaveUp,
      kind: 'not-arrived',
    })
  })
})

test.each<[IdempotencyState, string]>([
  [inFlight, 'in-flight'],
  [{ state: 'unknown' }, 'host-lost-it'],
  [
    {
      state: 'done',
      reply: { status: 500, retryAfter: null, notSent: false, hostErrorCode: null, body: '' },
    },
    'unknown',
  ],
])('a poster that arrived is never cancelled: %j', async (get, kind) => {
  expect(await askOnce({ age: 90_000, isRequested: true, get })).toEqual({ asked: looked, kind })
})

test('returns the failure if the host does not answer', async () => {
  const failure = { kind: 'unreachable' } as const
  const ask = vi.fn<() => Promise<IdempotencyState>>(() => Promise.reject(new ApiError(failure)))
  const request = { image_url: 'https://example.com/a.png', prompt }
  const state = { kind: 'sending' } as const
  const record = { id: 'a', owner: 'mine', request, startedAt: SENT, state }
  const isSenderGone = () => Promise.resolve(true)
  expect(await askAbout(record, true, { ask, isSenderGone, now: () => SENT })).toEqual({
    kind: 'cannot-ask',
    failure,
  })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('asks the host again while there may be news, up to a limit', () => {
  expect(askAgainIn({ kind: 'in-flight' }, 1)).toBe(2_000)
  expect(askAgainIn({ kind: 'not-arrived' }, 49)).toBe(2_000)
  expect(askAgainIn({ kind: 'not-arrived' }, 50)).toBe(false)
  expect(askAgainIn(undefined, 0)).toBe(false)
  expect(askAgainIn({ kind: 'settled' }, 1)).toBe(false)
  expect(askAgainIn({ kind: 'host-lost-it' }, 1)).toBe(false)
  expect(askAgainIn({ kind: 'too-old' }, 1)).toBe(false)
  const cannotAsk = (failure: ApiFailure) => askAgainIn({ kind: 'cannot-ask', failure }, 1)
  expect(cannotAsk({ kind: 'offline' })).toBe(15_000)
  expect(cannotAsk({ kind: 'unreachable' })).toBe(15_000)
  expect(cannotAsk({ kind: 'timeout' })).toBe(15_000)
  const server = { status: 503, message: '', notSent: false, retryAt: null }
  expect(cannotAsk({ kind: 'server', ...server })).toBe(15_000)
  expect(cannotAsk({ kind: 'unauthorized', message: '' })).toBe(false)
})
