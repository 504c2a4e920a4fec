import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { StoredReply } from '#contract/idempotency.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import { outcomeOfFailure, outcomeOfReply, verdictOf } from '#web/poster-records/outcome.ts'

const WITH_UUID = [{ uuid: 'd3f1' }, { uuid: 'd3f1', remaining_points: 'many', message: 'refused' }]
const EMPTY = [
  undefined,
  null,
  {},
  [],
  '',
  false,
  { uuid: '' },
  { uuid: null, remaining_points: 0 },
  { message: 'no' },
]
const WITHOUT_UUID = [{ x: 1 }, [1], { uuid: 7 }, { result: { id: 7 } }, 'queued', true]

test('what the host refused by itself, and what a sign-in in front of it held back, was not sent', () => {
  for (const hostErrorCode of ['host-name', 'no-key', 'not-allowed', 'picture-gone'] as const) {
    const failure: ApiFailure = { kind: 'refused', code: 403, message: '', hostErrorCode }
    expect(outcomeOfFailure(failure)).toBe('not-sent')
  }
  expect(outcomeOfFailure({ kind: 'sign-in', notSent: true, isBasic: false })).toBe('not-sent')
  // A page in the place of an answer may stand there for any answer.
  expect(outcomeOfFailure({ kind: 'sign-in', notSent: false, isBasic: false })).toBe('unknown')
})

describe('the outcome of a reply', () => {
  const reply = (status: number, body: string) =>
    outcomeOfReply({ status, retryAfter: null, notSent: false, hostErrorCode: null, body }, 5)

  // oxfmt-ignore
  test.each([
    // HTTP, code,     a uuid,     no data,    other data
    [200, undefined,   'created',  'unknown',  'unknown'],
    [200, '200',       'created',  'unknown',  'unknown'],
    [200, 0,           'created',  'unknown',  'unknown'],
    [200, 1,           'created',  'unknown',  'unknown'],
    [200, 200,         'created',  'unknown',  'unknown'],
    [201, 201,         'created',  'unknown',  'unknown'],
    [202, 299,         'created',  'unknown',  'unknown'],
    [200, 2,           'created',  'refused',  'unknown'],
    [200, 300,         'created',  'refused',  'unknown'],
    [200, 400,         'created',  'refused',  'unknown'],
    [200, 401,         'created',  'refused',  'unknown'],
    [200, 402,         'created',  'refused',  'unknown'],
    [200, 429,         'created',  'refused',  'unknown'],
    [200, 4001,        'created',  'refused',  'unknown'],
    [200, '4001',      'created',  'refused',  'unknown'],
    [200, 'TOO_SMALL', 'created',  'refused',  'unknown'],
    [200, 'SUCCESS',   'created',  'unknown',  'unknown'],
    [200, '0',         'created',  'unknown',  'unknown'],
    [200, -1,          'created',  'refused',  'unknown'],
    [200, 408,         'created',  'unknown',  'unknown'],
    [200, 500,         'created',  'unknown',  'unknown'],
    [400, undefined,   'unknown',  'refused',  'refused'],
    [400, 0,           'unknown',  'refused',  'refused'],
    [400, 1,           'unknown',  'refused',  'refused'],
    [400, 400,         'unknown',  'refused',  'refused'],
    [400, 200,         'unknown',  'unknown',  'unknown'],
    [401, 401,         'unknown',  'refused',  'refused'],
    [402, 4002,        'unknown',  'refused',  'refused'],
    [403, 403,         'unknown',  'refused',  'refused'],
    [404, 404,         'unknown',  'refused',  'refused'],
    [409, 409,         'unknown',  'refused',  'refused'],
    [422, 4220,        'unknown',  'refused',  'refused'],
    [425, 425,         'unknown',  'refused',  'refused'],
    [429, 429,         'unknown',  'refused',  'refused'],
    [408, 408,         'unknown',  'unknown',  'unknown'],
    [421, 421,         'unknown',  'unknown',  'unknown'],
    [500, 500,         'unknown',  'unknown',  'unknown'],
    [500, 200,         'unknown',  'unknown',  'unknown'],
    [502, undefined,   'unknown',  'unknown',  'unknown'],
    [503, 400,         'unknown',  'unknown',  'unknown'],
  ])('HTTP %s with code %j: %s, %s, %s', (status, code, ...kinds) => {
    for (const [index, all] of [WITH_UUID, EMPTY, WITHOUT_UUID].entries()) {
      for (const data of all) {
        for (const message of ['', 'Said by the service', undefined]) {
          const body = JSON.stringify({ code, message, data })
          expect({ body, ...reply(status, body) }).toMatchObject({ body, kind: kinds[index] })
        }
      }
    }
  })

  test('keeps a code that does not mean success with the task', () => {
    const data = '"data":{"uuid":"d3f1"}'
    expect(reply(200, `{"code":0,${data}}`)).toMatchObject({ kind: 'created', oddCode: 0, at: 5 })
    expect(reply(200, `{"code":4001,${data}}`)).toMatchObject({ oddCode: 4001 })
    expect(reply(200, `{"code":201,${data}}`)).not.toHaveProperty('oddCode')
  })

  test('a task is created even if its balance is no number', () => {
    const text = '{"code":"200","data":{"uuid":"d3f1","remaining_points":NaN}}'
    expect(reply(200, text)).toEqual({
      kind: 'created',
      at: 5,
      created: { uuid: 'd3f1', remainingPoints: null, taskType: null, message: null },
    })
    expect(reply(200, text.replace('NaN', '"88"'))).toMatchObject({
      created: { remainingPoints: 88 },
    })
  })

  test('keeps the message of the service if the outcome is unknown', () => {
    expect(reply(200, '{"code":0,"message":"queued","data":null}')).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'unreadable', issue: 'no-uuid', message: 'queued' },
    })
    expect(reply(400, '{"code":400,"message":"no","data":{"uuid":"d3f1"}}')).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'unreadable', issue: 'contradiction', message: 'no' },
    })
  })

  test.each([
    [
      422,
      { detail: [{ loc: ['body', 'image_url'], msg: 'not reachable' }] },
      'image_url: not reachable',
    ],
    [400, { code: 'IMAGE_TOO_SMALL', message: 'Too small', data: null }, 'Too small'],
    [429, { error: { message: 'Daily limit reached' } }, 'Daily limit reached'],
    [403, { detail: 'This key may not create' }, 'This key may not create'],
    [409, { title: 'Twice', status: 409, detail: 'Sent before' }, 'Twice; Sent before'],
    [200, { error: 'Daily limit reached' }, 'Daily limit reached'],
    [200, { code: 'TOO_SMALL', data: { message: 'Too small' } }, 'Too small'],
    [200, { code: 4003, message: 'Too small', data: [], trace: 'a7' }, 'Too small'],
  ])('HTTP %i and %j: refused, in the words of the service', (status, body, message) => {
    const outcome = reply(status, JSON.stringify(body))
    expect(outcome).toMatchObject({ kind: 'refused', failure: { message } })
  })

  test.each([
    [{ error: 'The balance is low', uuid: 'd3f1' }, 'The balance is low'],
    [{ detail: 'The task is on its way' }, 'The task is on its way'],
    [{ message: 'hello' }, 'hello'],
  ])('%j with HTTP 200 may be a creation, and shows its words', (body, message) => {
    const outcome = reply(200, JSON.stringify(body))
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { message } })
  })

  test('never reports a named task as refused, whatever the reply', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), (status, code) => {
        const { kind } = reply(status, JSON.stringify({ code, data: { uuid: 'd3f1' } }))
        expect(kind).toBe(status >= 200 && status < 300 ? 'created' : 'unknown')
      }),
    )
  })
})

describe('the outcome of a failure', () => {
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

describe('the verdict of the host', () => {
  const SENT = 1_000_000
  const done = (reply: Partial<StoredReply>) => ({
    state: 'done' as const,
    reply: {
      status: 200,
      retryAfter: null,
      notSent: false,
      hostErrorCode: null,
      body: '',
      ...reply,
    },
  })
  const taskCreated =
    '{"code":200,"message":"ok","data":{"uuid":"d3f1","remaining_points":9007199254740993}}'

  test('reads a stored reply like a new one, with the time of sending', () => {
    expect(verdictOf(done({ body: taskCreated }), SENT, SENT + 5_000)).toEqual({
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
  ])('%s', (_, reply, expected) => {
    const verdict = verdictOf(done(reply), SENT, SENT)
    expect(verdict.kind === 'settled' && verdict.outcome.kind).toBe(expected)
  })

  test.each([
    ['within what the host remembers', 59_999, 'not-sent'],
    ['at its edge', 60_000, 'too-old'],
    ['longer ago', 90_000, 'too-old'],
    ['ahead, as the clock was set back', -1, 'too-old'],
  ])('never sent: %s', (_, age, expected) => {
    const state = { state: 'not-forwarded', coversMs: 60_000, isCancelled: true } as const
    const verdict = verdictOf(state, SENT, SENT + age)
    expect(verdict.kind === 'settled' ? verdict.outcome.kind : verdict.kind).toBe(expected)
  })

  test('not sent as yet: it may still arrive', () => {
    const state = { state: 'not-forwarded', coversMs: 60_000, isCancelled: false } as const
    expect(verdictOf(state, SENT, SENT + 30_000)).toEqual({ kind: 'not-arrived' })
  })

  test('a wait that the service asked for counts from the sending', () => {
    const body = '{"code":429,"message":"slow","data":null}'
    const verdict = verdictOf(done({ status: 429, retryAfter: '20', body }), SENT, SENT + 90_000)
    expect(verdict).toMatchObject({
      outcome: { failure: { kind: 'rate-limited', retryAt: SENT + 20_000 } },
    })
  })

  test('on its way, or lost', () => {
    expect(verdictOf({ state: 'in-flight' }, SENT, SENT)).toEqual({ kind: 'in-flight' })
    expect(verdictOf({ state: 'unknown' }, SENT, SENT)).toEqual({ kind: 'host-lost-it' })
  })
})
