import { afterAll, beforeAll, expect, it } from 'vitest'

import { readEnvelope, readServiceWords } from '#contract/envelope.ts'
import { readPosterTaskCreated } from '#contract/poster-tasks.ts'
import { strictJson } from '#contract/record.ts'
import { operations } from '#contract/operations.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import { updateBehaviour } from '#local-api/accounts.ts'
import { advance, NOW, openAppUnderTest, POSTER_REQUEST } from '#local-api/app.fixture.ts'
import { HELD_EVERY, SLOW_ANSWER } from '#local-api/app.ts'

const LIST = operations.listVideoTasks.path

let world: ReturnType<typeof openAppUnderTest>

beforeAll(() => {
  world = openAppUnderTest()
})
afterAll(() => {
  world.close()
})

const sentinelRequest = (name: string) => ({
  ...POSTER_REQUEST,
  image_url: `https://sentinel.example/${name}.jpg`,
})

it.each([
  ['forbidden', 403],
  ['rate-limited', 429],
  ['down', 503],
] as const)('an account that is %s gets %i from both operations', async (behaviour, code) => {
  const { list, create, points } = world.openAccount({ behaviour })
  for (const { status, headers, body } of [await list(), await create(POSTER_REQUEST)]) {
    expect(status).toBe(code)
    expect(headers.get('retry-after')).toBe(code === 429 ? '30' : null)
    expect(body).toMatchObject({ code, data: null })
  }
  expect(points()).toBe(100)
})

it('an account can get a web page with HTTP 200', async () => {
  const { send, sendCreation, points } = world.openAccount({ behaviour: 'html' })
  for (const response of [await send(LIST), await sendCreation(POSTER_REQUEST)]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('<h1>')
  }
  expect(points()).toBe(100)
})

it('a slow account gets the usual answers after 3 s', async () => {
  const { list, create, pauses } = world.openAccount({ behaviour: 'slow' })
  expect((await list()).status).toBe(200)
  expect((await create(POSTER_REQUEST)).status).toBe(200)
  expect(pauses).toEqual([SLOW_ANSWER, SLOW_ANSWER])
})

it('a held account gets the answer to a creation once it is released', async () => {
  const { list, create, pauses, points } = world.openAccount({
    behaviour: 'held',
    onPause({ store, id }) {
      // The creation has happened before.
      if (pauses.length === 3 && points() === 90) updateBehaviour(store, id, null)
    },
  })
  expect((await list()).status).toBe(200)
  expect(pauses).toEqual([])
  expect((await create(POSTER_REQUEST)).status).toBe(200)
  expect(pauses).toEqual([HELD_EVERY, HELD_EVERY, HELD_EVERY])
})

it('an account whose creations are refused gets HTTP 200 with another code', async () => {
  const { list, create, points } = world.openAccount({ behaviour: 'refuses-creations' })
  const { status, body } = await create(POSTER_REQUEST)
  expect(status).toBe(200)
  expect(readEnvelope(status, body)).toMatchObject({ kind: 'refused', code: 4001 })
  expect(points()).toBe(100)
  expect((await list()).status).toBe(200)
})

it('the odd account gets odd records, in pages', async () => {
  const { list } = world.openAccount({ behaviour: 'odd' })
  async function read(query: string) {
    const { status, body } = await list(query)
    const reply = readEnvelope(status, body)
    return reply.kind === 'success' ? readReceivedList(reply.data) : undefined
  }
  const page = await read('')
  expect(page).toMatchObject({ total: 20, pageNumber: 1, pageSize: 20 })
  const rows = page?.rows ?? []
  expect(rows).toHaveLength(20)
  const unreadable = rows.flatMap((row) => (row.kind === 'unreadable' ? [row.raw] : []))
  expect(unreadable).toEqual([null, 'a record that is a text', []])
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? [row.task] : []))
  expect(tasks.map((task) => task.errorMsg?.length)).toContain(5000)
  expect(tasks.map((task) => task.status)).toContain('created')
  expect(new Set(tasks.map((task) => task.uuid)).size).toBe(tasks.length - 1)
  expect((await read('?page=3&page_size=8'))?.rows).toHaveLength(4)
})

it('the image without a face is accepted, and its task fails', async () => {
  const { list, create } = world.openAccount()
  expect((await create(sentinelRequest('no-face'))).status).toBe(200)
  advance(world.store, NOW + 60_000)
  const noFace: unknown = expect.stringMatching(/^No face found/)
  const { body } = await list('?status=failed')
  expect(body).toMatchObject({ data: { total: 1, list: [{ error_msg: noFace }] } })
})

it('the image without a picture is accepted, and its video has sound alone', async () => {
  const { list, create } = world.openAccount()
  expect((await create(sentinelRequest('no-picture'))).status).toBe(200)
  advance(world.store, NOW + 60_000)
  const video: unknown = expect.stringMatching(/[/]media[/]no-picture\.webm$/)
  const { body } = await list('?status=completed')
  expect(body).toMatchObject({ data: { total: 1, list: [{ video_url: video }] } })
})

it('the refused image gets 422 and costs nothing', async () => {
  const { create, points } = world.openAccount()
  const answer = await create(sentinelRequest('refused'))
  expect(answer).toMatchObject({ status: 422, body: { code: 422, data: null } })
  expect(points()).toBe(100)
})

it('the unreadable image is charged, and answered with a web page', async () => {
  const { list, sendCreation, points } = world.openAccount()
  const response = await sendCreation(sentinelRequest('unreadable'))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(points()).toBe(90)
  expect((await list()).body).toMatchObject({ data: { total: 1 } })
})

it('the image without a reply is charged, and its answer is cut off', async () => {
  const { list, sendCreation, points } = world.openAccount()
  const response = await sendCreation(sentinelRequest('no-reply'))
  await expect(response.text()).rejects.toThrow('cut off on purpose')
  expect(points()).toBe(90)
  expect((await list()).body).toMatchObject({ data: { total: 1 } })
})

it('the slow image is answered after 3 s', async () => {
  const { create, pauses } = world.openAccount()
  const { body } = await create(sentinelRequest('slow'))
  expect(body).toMatchObject({ code: 200, data: { remaining_points: 90 } })
  expect(pauses).toEqual([SLOW_ANSWER])
})

it.each(['list-null', 'list-left-out'] as const)(
  'an account whose list is empty can be told so: %s',
  async (behaviour) => {
    const { list } = world.openAccount({ behaviour })
    const { status, body } = await list()
    const reply = readEnvelope(status, body)
    expect(reply.kind === 'success' && readReceivedList(reply.data)).toMatchObject({
      rows: [],
      total: 0,
    })
  },
)

it('numbers can be texts, and are read as the numbers that they spell', async () => {
  const { list, create } = world.openAccount({ behaviour: 'texts' })
  await create(POSTER_REQUEST)
  const { status, body } = await list()
  const reply = readEnvelope(status, body)
  const page = reply.kind === 'success' ? readReceivedList(reply.data) : undefined
  expect(page).toMatchObject({ total: 1, pageNumber: 1, rows: [{ task: { price: 10 } }] })
  expect(body).toMatchObject({ code: '200', data: { total: '1' } })
})

it('foreign records are read as what they mean', async () => {
  const { send } = world.openAccount({ behaviour: 'foreign' })
  const text = await (await send(LIST)).text()
  expect(text).toContain('"price":NaN')
  const reply = readEnvelope(200, JSON.parse(strictJson(text) ?? ''))
  const rows = (reply.kind === 'success' ? readReceivedList(reply.data) : undefined)?.rows ?? []
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? [row.task] : []))
  expect(tasks).toHaveLength(9)
  expect(tasks.map(({ errorMsg }) => errorMsg).filter((message) => message !== null)).toEqual([
    'RuntimeError: no face found in face.jpg',
  ])
  expect(tasks.flatMap(({ unreadFields }) => unreadFields)).toEqual([])
  expect(tasks.map(({ completedAt }) => completedAt !== null)).toEqual(
    [1, 1, 0, 0, 1, 1, 0, 0, 1].map(Boolean),
  )
})

it('a total can be wrong', async () => {
  const tasks = Array.from({ length: 7 }, () => POSTER_REQUEST)
  const { list, create } = world.openAccount({ behaviour: 'wrong-total' })
  for (const task of tasks) await create(task)
  expect((await list()).body).toMatchObject({ data: { total: 5 } })
})

it.each([
  ['detail', 422, 'image_url: image is not reachable'],
  ['error', 429, 'the daily limit is reached'],
  ['problem', 409, 'Image known; this image was sent before'],
  ['code-word', 400, 'the image has 180 pixels on its shorter side'],
  ['nested', 200, 'error; the image shows no person'],
])('the image %s is refused in another form, and costs nothing', async (name, status, words) => {
  const { create, points } = world.openAccount()
  const answer = await create(sentinelRequest(name))
  expect(answer.status).toBe(status)
  expect(readEnvelope(status, answer.body).kind).toBe('refused')
  expect(readServiceWords(answer.body)).toBe(words)
  expect(points()).toBe(100)
})

it.each([
  ['points-nan', null],
  ['points-as-text', 90],
])('the image %s is charged, and answered with odd points', async (name, remainingPoints) => {
  const { sendCreation, points } = world.openAccount()
  const text = await (await sendCreation(sentinelRequest(name))).text()
  const reply = readEnvelope(200, JSON.parse(strictJson(text) ?? ''))
  const created = reply.kind === 'success' ? readPosterTaskCreated(reply.data) : undefined
  expect(created).toMatchObject({ remainingPoints })
  expect(points()).toBe(90)
})
