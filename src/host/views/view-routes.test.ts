import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { IDEMPOTENCY_HEADER, idempotencyPath } from '#contract/idempotency.ts'
import { UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { LENDING_TIMES, viewCredential, VIEWS_PATH } from '#contract/views.ts'
import { createHostApp } from '#host/host-app.ts'
import {
  closeAfterTest,
  closeTestServers,
  CREATE_PATH,
  creation,
  KEY,
  LIST_PATH,
  openTestStore,
  startTestHost,
} from '#host/servers.fixture.ts'
import { startUploadHost } from '#host/uploads/uploads.fixture.ts'
import { lentView, openTestViews, refusalOf, uuidOf } from '#host/views/views.fixture.ts'

afterEach(closeTestServers)

const JSON_TYPE = { 'Content-Type': 'application/json' }
const ID = '11111111-2222-4333-8444-555555555555'
const UNKNOWN = { id: 'A'.repeat(22), secret: 'B'.repeat(22) }

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

/** Starts a host with views, and counts what the service gets but for lists. */
async function start() {
  const opened = openTestViews()
  const { views, service } = opened
  const host = await startTestHost({ views, taskApi: service.taskApi })
  const send = (path: string, key: string, init: RequestInit = {}) =>
    fetch(host.url + path, {
      ...init,
      headers: { ...bearer(key), ...JSON_TYPE, ...Object.fromEntries(new Headers(init.headers)) },
    })
  const lend = (init: RequestInit = {}) =>
    send(VIEWS_PATH, KEY, { method: 'POST', body: JSON.stringify(opened.request()), ...init })
  return { ...opened, host, send, lendOverHttp: lend }
}

it('lends, lists, opens and ends over HTTP, and logs neither key nor secret', async () => {
  const { host, send, lendOverHttp } = await start()
  const lent = await lendOverHttp()
  expect([lent.status, lent.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const { id, secret } = lentView.parse(await lent.json())
  const viewer = viewCredential({ id, secret })
  for (const method of ['GET', 'HEAD', 'POST', 'GET']) {
    const facts = await send(`${VIEWS_PATH}/${id}`, viewer, { method })
    expect([facts.status, (await facts.text()).includes('"from":"Ada"')]).toEqual([
      200,
      method !== 'HEAD',
    ])
  }
  const list = await send(`/api${LIST_PATH}?page_size=1`, viewer)
  expect(await list.json()).toMatchObject({ data: { list: [{ uuid: uuidOf(0) }], total: 300 } })
  expect(await (await send(VIEWS_PATH, KEY)).json()).toMatchObject([{ id, opened: 1 }])
  const ended = await send(`${VIEWS_PATH}/${id}`, KEY, { method: 'DELETE' })
  expect([ended.status, await ended.text()]).toEqual([204, ''])
  expect((await send(VIEWS_PATH, KEY, { method: 'DELETE' })).status).toBe(204)
  expect(await refusalOf(send(`/api${LIST_PATH}`, viewer))).toEqual([410, 'view-taken-back'])
  for (const hidden of [KEY, secret]) expect(host.lines.join()).not.toContain(hidden)
})

describe('refuses', () => {
  it.each<[what: string, path: string, init: RequestInit, refusal: [number, string]]>([
    ['PUT', VIEWS_PATH, { method: 'PUT' }, [405, 'not-allowed']],
    ['PATCH', `${VIEWS_PATH}/${UNKNOWN.id}`, { method: 'PATCH' }, [405, 'not-allowed']],
    ['a key to look', `${VIEWS_PATH}/${UNKNOWN.id}`, { method: 'POST' }, [404, 'view-unknown']],
    ['an empty ID', `${VIEWS_PATH}/`, {}, [404, 'not-allowed']],
    ['a path below', `${VIEWS_PATH}/${UNKNOWN.id}/x`, {}, [404, 'not-allowed']],
    ['no key', VIEWS_PATH, { headers: { Authorization: 'x' } }, [401, 'no-key']],
    ['a key to open', `${VIEWS_PATH}/${UNKNOWN.id}`, {}, [404, 'view-unknown']],
  ])('%s', async (_, path, init, refusal) => {
    const { send } = await start()
    expect(await refusalOf(send(path, KEY, init))).toEqual(refusal)
  })

  it('what a page of another site could send, and what is too long', async () => {
    const { lendOverHttp, request, service } = await start()
    const asForm = lendOverHttp({ headers: { 'Content-Type': 'text/plain' } })
    expect(await refusalOf(asForm)).toEqual([415, 'not-allowed'])
    const crossSite = lendOverHttp({ headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(await refusalOf(crossSite)).toEqual([403, 'not-allowed'])
    const long = JSON.stringify({ ...request(), tasks: ['x'.repeat(90_000)] })
    expect(await refusalOf(lendOverHttp({ body: long }))).toEqual([413, 'not-allowed'])
    expect(service.asked).toEqual([])
  })

  it.each([viewCredential(UNKNOWN), 'mqview.', 'mqview.broken'])(
    'the credential %s in the place of a key',
    async (credential) => {
      const uploading = await startUploadHost()
      const { send, host, service } = await start()
      const create = { method: 'POST', body: JSON.stringify(creation) }
      const once = { ...create, headers: { [IDEMPOTENCY_HEADER]: ID } }
      for (const [path, init] of [
        [`/api${CREATE_PATH}`, create],
        [`/api${CREATE_PATH}`, once],
        [idempotencyPath(ID), {}],
        [idempotencyPath(ID), { method: 'DELETE' }],
        [VIEWS_PATH, {}],
        [VIEWS_PATH, { method: 'DELETE' }],
        [VIEWS_PATH, { method: 'POST', body: JSON.stringify({}) }],
        [`${VIEWS_PATH}/${UNKNOWN.id}`, { method: 'DELETE' }],
      ] as const)
        expect(await refusalOf(send(path, credential, init))).toEqual([403, 'not-allowed'])
      const upload = uploading.send(undefined, {
        ...bearer(credential),
        'Content-Type': UPLOAD_TYPE,
      })
      expect(await refusalOf(upload)).toEqual([403, 'not-allowed'])
      const forget = fetch(`${uploading.url}${UPLOADS_PATH}/x`, {
        method: 'DELETE',
        headers: bearer(credential),
      })
      expect(await refusalOf(forget)).toEqual([403, 'not-allowed'])
      // A host that lends no views does not send it on either.
      const list = fetch(`${uploading.url}/api${LIST_PATH}`, { headers: bearer(credential) })
      expect(await refusalOf(list)).toEqual([403, 'not-allowed'])
      expect(service.asked).toEqual([])
      expect(host.lines.join()).not.toContain(UNKNOWN.secret)
    },
  )
})

it('says without a host error code that the store cannot be used, and does all the rest', async () => {
  const away = () => Promise.reject(new Error(`no connection ${KEY}`))
  const { views, service } = openTestViews({
    records: { read: away, replace: away, close: () => undefined },
  })
  const host = await startTestHost({ views, taskApi: service.taskApi })
  const send = (path: string, key: string, init: RequestInit = {}) =>
    fetch(host.url + path, { ...init, headers: { ...JSON_TYPE, ...bearer(key) } })
  const body = JSON.stringify({ ms: LENDING_TIMES.day, from: '', note: '' })
  const viewer = viewCredential(UNKNOWN)
  for (const asked of [
    send(VIEWS_PATH, KEY),
    send(VIEWS_PATH, KEY, { method: 'POST', body }),
    send(VIEWS_PATH, KEY, { method: 'DELETE' }),
    send(`${VIEWS_PATH}/${UNKNOWN.id}`, viewer),
    send(`/api${LIST_PATH}`, viewer),
  ]) {
    expect(await refusalOf(asked)).toEqual([503, null])
    expect(await (await asked).json()).toMatchObject({ code: 503, data: null })
  }
  expect((await send(`/api${LIST_PATH}`, KEY)).status).toBe(200)
  expect((await send(idempotencyPath(ID), KEY)).status).toBe(200)
  expect(host.lines.filter((line) => line.includes('"event":"error"'))).toHaveLength(5)
  expect(host.lines.join()).not.toContain(KEY)
})

it('10,000 requests with a lent view reveal no other task and no key, and create nothing', async () => {
  const { views, service, lend, clock } = openTestViews()
  // Without a server around it, which would take ten times as long.
  const app = createHostApp({
    views,
    taskApi: service.taskApi,
    store: openTestStore(),
    taskApiTimeoutMs: 25_000,
    info: { taskApi: 'remote', sceneSamples: {} },
    isOwnOrigin: () => true,
    writeLine: () => undefined,
  })
  closeAfterTest(() => app.close())
  const lent = new Set([3, 150, 299].map(uuidOf))
  const part = await lend({ tasks: [...lent], ms: LENDING_TIMES.week })
  const whole = await lend({ ms: LENDING_TIMES.week })
  const value = fc.oneof(
    fc.constantFrom('1', '2', '3', '100', '0', '-1', '101', 'failed', 'completed', 'celebrity'),
    fc.constantFrom(part.credential, KEY, uuidOf(20), '900000', '%00', '*', '[]'),
    fc.string({ maxLength: 8 }),
  )
  const name = fc.oneof(
    fc.constantFrom('page', 'page_size', 'status', 'scene', 'uuid', 'id', 'key', 'authorization'),
    fc.string({ maxLength: 5 }),
  )
  const arbitrary = fc.record({
    method: fc.oneof(
      { weight: 3, arbitrary: fc.constant('GET') },
      fc.constantFrom('POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'),
    ),
    path: fc.oneof(
      { weight: 5, arbitrary: fc.constant(`/api${LIST_PATH}`) },
      fc.constantFrom(`/api${CREATE_PATH}`, `/api${LIST_PATH}/1`, UPLOADS_PATH, '/host/info'),
      fc.constantFrom(VIEWS_PATH, `${VIEWS_PATH}/${part.id}`, idempotencyPath(ID)),
      fc.webPath({ size: 'small' }).map((rest) => `/api${rest}`),
    ),
    query: fc.array(fc.tuple(name, value), { maxLength: 3 }),
    body: fc.oneof(
      fc.constantFrom(creation, { uuid: uuidOf(20) }).map((json) => JSON.stringify(json)),
      fc.string(),
    ),
    headers: fc.constantFrom<Record<string, string>>(
      JSON_TYPE,
      { ...JSON_TYPE, [IDEMPOTENCY_HEADER]: ID },
      { 'Content-Type': UPLOAD_TYPE },
      { ...JSON_TYPE, 'X-API-Key': KEY, 'X-HTTP-Method-Override': 'POST' },
    ),
    scheme: fc.constantFrom('Bearer ', 'bearer  ', 'BEARER '),
    view: fc.constantFrom(part, part, part, whole),
  })
  service.asked.length = 0
  const statuses = new Set<number>()
  let shown = 0
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ method, path, query, body, headers, scheme, view }) => {
      clock.now += 1000
      const sent = method === 'GET' || method === 'HEAD' ? null : body
      const incoming = new IncomingMessage(new Socket())
      if (sent !== null) incoming.push(sent)
      incoming.push(null)
      const target = `http://localhost${path}?${new URLSearchParams(query).toString()}`
      const all = { ...headers, Authorization: scheme + view.credential }
      const init: RequestInit = { body: sent, method, headers: all }
      const outgoing = new ServerResponse(incoming)
      const answer = await app.fetch(new Request(target, init), { incoming, outgoing })
      const text = await answer.text()
      statuses.add(answer.status)
      const uuids = text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
      const others = uuids.filter((uuid) => view === part && !lent.has(uuid))
      expect(others).toEqual([])
      expect(text + JSON.stringify([...answer.headers])).not.toContain(KEY)
      shown += uuids.length
    }),
    { numRuns: 10_000, endOnFailure: true },
  )
  expect(statuses).toEqual(new Set([200, 400, 403, 404, 405, 415]))
  expect(shown).toBeGreaterThan(1000)
  for (const { operation, apiKey, request, body } of service.asked) {
    expect([operation, apiKey, body]).toEqual(['listVideoTasks', KEY, undefined])
    const sent = request.url + JSON.stringify([...request.headers])
    expect(sent).not.toContain('mqview')
    const { searchParams } = new URL(request.url)
    expect(['status', 'scene', 'page', 'page_size']).toEqual(
      expect.arrayContaining([...searchParams.keys()]),
    )
  }
})
