import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { operations } from '#contract/operations.ts'
import { NOW, openAppUnderTest, ORIGIN } from '#local-api/app.fixture.ts'
import { createApp } from '#local-api/app.ts'
import type { NewTask } from '#local-api/tasks.ts'

const LIST = operations.listVideoTasks.path
const CREATE = operations.createPosterTask.path

let world: ReturnType<typeof openAppUnderTest>

beforeAll(() => {
  world = openAppUnderTest()
})
afterAll(() => {
  world.close()
})

const refusal = (code: number, message: unknown) => ({ code, message, data: null })
const page = (data: object) => ({ code: 200, message: 'success', data })
const someNumber: unknown = expect.any(Number)

describe('listing', () => {
  it('answers the envelope with one page, its total, and every field of a record', async () => {
    const createdAt = Date.parse('2026-02-27T08:00:00.500Z')
    const { list } = world.openAccount({
      tasks: [
        { uuid: 'u-failed', status: 'failed', createdAt, errorMsg: 'No face.', price: 7 },
        { uuid: 'u-done', status: 'completed', createdAt, clip: 'silk', scene: 'celebrity' },
      ],
    })
    const { status, headers, body } = await list()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
    const done = {
      id: someNumber,
      uuid: 'u-done',
      price: 10,
      created_at: '2026-02-27T08:00:00Z',
      updated_at: '2026-02-27T08:00:20Z',
      video_url: `${ORIGIN}/media/silk.webm`,
      error_msg: null,
      completed_at: '2026-02-27T08:00:20Z',
    }
    const failed = {
      id: someNumber,
      uuid: 'u-failed',
      price: 7,
      created_at: '2026-02-27T08:00:00Z',
      updated_at: '2026-02-27T08:00:00Z',
      video_url: null,
      error_msg: 'No face.',
      completed_at: null,
    }
    expect(body).toEqual(page({ list: [done, failed], total: 2, page: 1, page_size: 20 }))
  })

  it('pages newest first, and answers an empty page past the end', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const tasks = names.map((name): NewTask => ({ uuid: `paged-${name}`, status: 'pending' }))
    const { list } = world.openAccount({ tasks })
    const [c, b]: unknown[] = ['c', 'b'].map((name): unknown =>
      expect.objectContaining({ uuid: `paged-${name}` }),
    )
    const second = await list('?page=2&page_size=2')
    expect(second.body).toEqual(page({ list: [c, b], total: 5, page: 2, page_size: 2 }))
    const beyond = await list('?page=999999999999&page_size=100')
    expect(beyond.body).toEqual(page({ list: [], total: 5, page: 999_999_999_999, page_size: 100 }))
  })

  it("never shows another account's tasks", async () => {
    world.openAccount({ tasks: [{ status: 'completed' }] })
    const { list } = world.openAccount()
    expect((await list()).body).toEqual(page({ list: [], total: 0, page: 1, page_size: 20 }))
  })

  it('ignores parameters that are not specified', async () => {
    const { list } = world.openAccount()
    expect((await list('?sort=asc&status=failed&_=1')).status).toBe(200)
  })

  it.each([
    ['page=0', 'page must be an integer of at least 1'],
    ['page=-1', 'page must be an integer of at least 1'],
    ['page=1.5', 'page must be an integer of at least 1'],
    ['page=', 'page must be an integer of at least 1'],
    ['page_size=0', 'page_size must be an integer from 1 to 100'],
    ['page_size=101', 'page_size must be an integer from 1 to 100'],
    ['page_size=2&page_size=2', 'page_size must be an integer from 1 to 100'],
    ['status=done', 'status must be one of pending, processing, completed, failed'],
    ['status=FAILED', 'status must be one of pending, processing, completed, failed'],
    ['scene=firework', 'scene must be celebrity (or left out)'],
    [
      'scene=x&page=x',
      'scene must be celebrity (or left out); page must be an integer of at least 1',
    ],
  ])('refuses ?%s with 400, naming the parameter and what it accepts', async (query, message) => {
    const { status, body } = await world.openAccount().list(`?${query}`)
    expect({ status, body }).toEqual({ status: 400, body: refusal(400, message) })
  })

  it('lists posters unless a scene is asked for, or they are switched off', async () => {
    const tasks: NewTask[] = [
      { status: 'completed', kind: 'poster' },
      { status: 'completed', scene: 'celebrity' },
      { status: 'completed' },
    ]
    const shown = world.openAccount({ tasks })
    const hidden = world.openAccount({ tasks, postersInList: false })
    const total = (expected: number) => ({ data: { total: expected } })
    expect((await shown.list()).body).toMatchObject(total(3))
    expect((await shown.list('?status=completed')).body).toMatchObject(total(3))
    expect((await shown.list('?scene=celebrity')).body).toMatchObject(total(1))
    expect((await hidden.list()).body).toMatchObject(total(2))
    expect((await hidden.list('?status=completed')).body).toMatchObject(total(2))
    expect((await hidden.list('?scene=celebrity')).body).toMatchObject(total(1))
  })
})

describe('a request that reaches no operation', () => {
  it.each(['Basic abc', 'Bearer', 'Bearer not-a-known-key', 'bearer-token'])(
    'gets 401 for the authorization "%s", before its input is looked at',
    async (authorization) => {
      const { ask } = world.openAccount()
      const { status, headers, body } = await ask(`${LIST}?page=0`, { headers: { authorization } })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(body).toMatchObject({ code: 401, data: null })
    },
  )

  it('gets 401 without an authorization', async () => {
    const { sendWithoutKey } = world.openAccount()
    const response = await sendWithoutKey(CREATE, { method: 'POST', body: 'x' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(
      refusal(401, 'an API key is needed; send Authorization: Bearer <API_KEY>'),
    )
  })

  it.each(['/', '/plugins/video/tasks/', '/plugins/video/tasks/1', '/plugins/poster', '/x?y'])(
    'gets 404 at %s, with or without a key',
    async (path) => {
      const { ask, sendWithoutKey } = world.openAccount()
      expect(await ask(path)).toMatchObject({ status: 404, body: { code: 404, data: null } })
      expect((await sendWithoutKey(path)).status).toBe(404)
    },
  )

  it.each([
    ['DELETE', LIST, 'GET'],
    ['POST', LIST, 'GET'],
    ['OPTIONS', LIST, 'GET'],
    ['GET', CREATE, 'POST'],
    ['PUT', CREATE, 'POST'],
  ])('gets 405 for %s %s, and what is allowed', async (method, path, allow) => {
    const { status, headers, body } = await world.openAccount().ask(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    expect(body).toMatchObject({ code: 405, data: null })
  })

  it('gets 405 for HEAD', async () => {
    const response = await world.openAccount().send(LIST, { method: 'HEAD' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  })
})

it('answers 500 in the envelope, and reports, when the database fails', async () => {
  const reported: unknown[] = []
  const query = () => {
    throw new Error('disk on fire')
  }
  const app = createApp({
    store: { ...world.store, database: { ...world.store.database, query } },
    now: () => NOW,
    postersInList: true,
    pause: () => Promise.resolve(),
    reportError: (error) => reported.push(error),
  })
  const response = await app.fetch(
    new Request(`http://local${LIST}`, { headers: { authorization: 'Bearer x' } }),
  )
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual(refusal(500, 'internal error'))
  expect(reported).toEqual([new Error('disk on fire')])
})
