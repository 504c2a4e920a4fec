import { afterAll, beforeAll, expect, it } from 'vitest'

import { MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { openAppUnderTest, POSTER_REQUEST as REQUEST } from '#local-api/app.fixture.ts'

let world: ReturnType<typeof openAppUnderTest>

beforeAll(() => {
  world = openAppUnderTest()
})
afterAll(() => {
  world.close()
})

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

it.each(POSTER_SCENES)('creates a %s poster, takes 10 points and lists it', async (prompt) => {
  const { list, create, points } = world.openAccount({ points: 35 })
  const { status, body } = await create({ ...REQUEST, prompt })
  expect(status).toBe(200)
  expect(body).toEqual({
    code: 200,
    message: 'success',
    data: {
      uuid: matching(UUID),
      remaining_points: 25,
      task_type: 'poster',
      message: 'poster task created',
    },
  })
  expect(points()).toBe(25)
  const listed = { uuid: matching(UUID), created_at: '2026-03-01T12:00:00Z', price: 10 }
  const pending = await list('?status=pending')
  expect(pending.body).toMatchObject({ data: { list: [listed], total: 1 } })
})

it('refuses with 402 when too few points are left, and changes nothing', async () => {
  const { list, create, points } = world.openAccount({ points: 9 })
  const { status, body } = await create(REQUEST)
  expect(status).toBe(402)
  expect(body).toEqual({
    code: 402,
    message: 'not enough points: a poster costs 10 points, 9 left; nothing was created',
    data: null,
  })
  expect(points()).toBe(9)
  expect((await list()).body).toMatchObject({ data: { total: 0 } })
})

it.each([
  [{}, /^image_url must be .*; prompt must be one of youqian, zhongming, anime_cake/],
  [null, /^image_url must be .*; prompt must be/],
  [[], /image_url must be/],
  ['text', /image_url must be/],
  [{ ...REQUEST, image_url: 'ftp://images.example/a.jpg' }, /^image_url must be/],
  [{ ...REQUEST, image_url: 'http://127.0.0.1/a.jpg' }, /^image_url must be/],
  [{ ...REQUEST, image_url: 5 }, /^image_url must be/],
  [{ ...REQUEST, prompt: 'Firework' }, /^prompt must be one of .*real_cake, firework$/],
  [{ ...REQUEST, prompt: ['firework'] }, /^prompt must be one of/],
])('refuses the body %j with 400, naming the field', async (body, message) => {
  const { create, points } = world.openAccount()
  const answer = await create(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ code: 400, message: matching(message), data: null })
  expect(points()).toBe(100)
})

it.each([
  ['malformed JSON', '{"image_url":', 400],
  ['an empty body', '', 400],
  ['no body', null, 400],
  [
    'bytes that are not UTF-8',
    Buffer.from(JSON.stringify({ ...REQUEST, x: '\u00ff' }), 'latin1'),
    400,
  ],
  ['a body of too many bytes', JSON.stringify({ ...REQUEST, x: 'é'.repeat(8192) }), 413],
  ['a stream of too many bytes, its length not announced', streamOf(40, 1024), 413],
  ['a stream that breaks off', brokenStream(), 400],
])('refuses %s', async (_what, body, code) => {
  const { post, points } = world.openAccount()
  const answer = await post(body)
  expect(answer).toMatchObject({ status: code, body: { code, data: null } })
  expect(points()).toBe(100)
})

it('accepts a body of exactly the largest size', async () => {
  const base = JSON.stringify({ ...REQUEST, x: '' }).length
  const body = JSON.stringify({ ...REQUEST, x: 'x'.repeat(MAX_REQUEST_BYTES - base) })
  expect((await world.openAccount().post(body)).status).toBe(200)
})

it.each(['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'refuses the content type "%s" with 415',
  async (contentType) => {
    const body = new TextEncoder().encode(JSON.stringify(REQUEST))
    const answer = await world.openAccount().post(body, contentType)
    expect(answer).toMatchObject({ status: 415, body: { code: 415, data: null } })
  },
)

it('accepts a JSON content type with parameters, in any case', async () => {
  const { post } = world.openAccount()
  const answer = await post(JSON.stringify(REQUEST), 'Application/JSON; charset=utf-8')
  expect(answer.status).toBe(200)
})

function streamOf(chunks: number, size: number): ReadableStream<Uint8Array> {
  let left = chunks
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close()
      else controller.enqueue(new Uint8Array(size).fill(0x20))
      left -= 1
    },
  })
}

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.error(new Error('the sender has gone'))
    },
  })
}
