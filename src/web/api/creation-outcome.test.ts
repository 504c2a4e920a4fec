import { describe, expect, test } from 'vitest'

import type { StoredReply } from '#contract/attempts.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import { outcomeOfFailure, readKeptOutcome, verdictOf } from '#web/api/creation-outcome.ts'

describe('what a failed creation came to', () => {
  test.each<['refused' | 'unknown' | 'not-sent', ApiFailure]>([
    ['refused', { kind: 'refused', code: 402, message: '' }],
    ['refused', { kind: 'unauthorized', message: '' }],
    ['refused', { kind: 'forbidden', message: '' }],
    ['refused', { kind: 'rate-limited', message: '', retryAt: null }],
    ['unknown', { kind: 'timeout' }],
    ['unknown', { kind: 'unreachable' }],
    ['unknown', { kind: 'offline' }],
    ['unknown', { kind: 'server', status: 502, message: '', notSent: false, retryAt: null }],
    ['not-sent', { kind: 'server', status: 502, message: '', notSent: true, retryAt: null }],
    ['unknown', { kind: 'unreadable', issue: 'no-uuid' }],
    ['unknown', { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(outcomeOfFailure(failure)).toBe(expected)
  })
})

describe('what our host knows', () => {
  const SENT = 1_000_000
  const done = (reply: Partial<StoredReply>) => ({
    state: 'done' as const,
    reply: { status: 200, retryAfter: null, notSent: false, body: '', ...reply },
  })
  const taskCreated =
    '{"code":200,"message":"ok","data":{"uuid":"d3f1","remaining_points":9007199254740993}}'

  test('a kept reply is read as one that has just come, with the time of its sending', async () => {
    expect(await verdictOf(done({ body: taskCreated }), SENT, SENT + 5_000)).toEqual({
      kind: 'settled',
      outcome: {
        kind: 'created',
        at: SENT,
        created: {
          uuid: 'd3f1',
          remainingPoints: 9_007_199_254_740_993n,
          taskType: null,
          message: null,
        },
      },
    })
  })

  test.each<[string, Partial<StoredReply>, string]>([
    ['a refusal', { status: 402, body: '{"code":402,"message":"no","data":null}' }, 'refused'],
    ['a refusal inside 200', { body: '{"code":4001,"message":"no","data":null}' }, 'refused'],
    ['a page of HTML', { body: '<html>' }, 'unknown'],
    ['no uuid', { body: '{"code":200,"message":"","data":{}}' }, 'unknown'],
    ['a server that broke', { status: 500, body: '' }, 'unknown'],
    ['a service that was not reached', { status: 502, notSent: true }, 'not-sent'],
  ])('%s', async (_, reply, expected) => {
    const verdict = await verdictOf(done(reply), SENT, SENT)
    expect(verdict.kind === 'settled' && verdict.outcome.kind).toBe(expected)
  })

  test.each([
    ['within what the host remembers', 59_999, 'not-sent'],
    ['at its edge', 60_000, 'too-old'],
    ['longer ago', 90_000, 'too-old'],
    ['ahead, as the clock was set back', -1, 'too-old'],
  ])('never sent: %s', async (_, age, expected) => {
    const state = { state: 'not-forwarded', coversMs: 60_000, givenUp: true } as const
    const verdict = await verdictOf(state, SENT, SENT + age)
    expect(verdict.kind === 'settled' ? verdict.outcome.kind : verdict.kind).toBe(expected)
  })

  test('not sent as yet: it may still arrive', async () => {
    const state = { state: 'not-forwarded', coversMs: 60_000, givenUp: false } as const
    expect(await verdictOf(state, SENT, SENT + 30_000)).toEqual({ kind: 'not-arrived' })
  })

  test('a wait that the service asked for counts from the sending', async () => {
    const body = '{"code":429,"message":"slow","data":null}'
    const verdict = await verdictOf(
      done({ status: 429, retryAfter: '20', body }),
      SENT,
      SENT + 90_000,
    )
    expect(verdict).toMatchObject({
      outcome: { failure: { kind: 'rate-limited', retryAt: SENT + 20_000 } },
    })
  })

  test('on its way, or lost', async () => {
    expect(await verdictOf({ state: 'in-flight' }, SENT, SENT)).toEqual({ kind: 'in-flight' })
    expect(await verdictOf({ state: 'unknown' }, SENT, SENT)).toEqual({ kind: 'host-lost-it' })
  })
})

test.each<ApiFailure>([
  { kind: 'refused', code: 425, message: 'too early', retryAt: 1_000_000 },
  { kind: 'refused', code: 402, message: 'no points' },
  { kind: 'rate-limited', message: '', retryAt: 1_000_000 },
  { kind: 'server', status: 503, message: '', notSent: false, retryAt: null },
])('what was kept comes back whole: %j', (failure) => {
  const outcome = { kind: 'refused', failure } as const
  expect(readKeptOutcome(structuredClone(outcome))).toEqual(outcome)
})
