import { connect, type Socket } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { IDEMPOTENCY_HEADER, idempotencyPath, readIdempotencyState } from '#contract/idempotency.ts'
import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { HOST_ERROR_CODE_HEADER, readHostErrorCode } from '#contract/host-error-code.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import {
  closeAfterTest,
  closeTestServers,
  CREATE_PATH,
  creation,
  KEY,
  openTestStore,
  outcomeOf,
  postSubmission,
  readJson,
  sendJson,
  signalled,
  startProxyHost,
  startTestHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import { openUpstream } from '#host/upstream/upstream.ts'

afterEach(closeTestServers)

const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const number: unknown = expect.any(Number)

const ID = '11111111-2222-4333-8444-555555555555'
const OTHER_ID = '99999999-2222-4333-8444-555555555555'

/**
 * Stops the clock for time limits that are set from now on, until the test is over: it goes on by
 * `vi.advanceTimersByTime`. For when all servers run.
 */
function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closeAfterTest(() => vi.useRealTimers())
}

/** A clock by which no other process can still be forwarding what is forwarded now. */
const inAMinute = () => Date.now() + 60_000

/** All of an answer that a page reads. */
async function readAnswer(pending: Response | Promise<Response>) {
  const response = await pending
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    notSent: response.headers.has(NOT_SENT_HEADER),
    hostErrorCode: readHostErrorCode(response.headers.get(HOST_ERROR_CODE_HEADER)),
    body: await response.text(),
  }
}

async function askState(hostUrl: string, idempotencyKey = ID, apiKey = KEY, method = 'GET') {
  const response = await fetch(`${hostUrl}${idempotencyPath(idempotencyKey)}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}` },
  })
  expect(response.status).toBe(200)
  return readIdempotencyState(await response.json())
}

/** A host over a service that holds back its answers until it is told. */
async function startHeldHost(folder = writeFolder({})) {
  const arrived = signalled<() => void>()
  const store = openTestStore(folder)
  const proxy = await startProxyHost(
    (response) => arrived.fire(() => sendJson(response, 200, successEnvelope({ uuid: 'u' }))),
    {},
    { store },
  )
  return { ...proxy, arrived: arrived.fired, folder, store }
}

const rawCreation = (port: number) =>
  `POST /api${CREATE_PATH} HTTP/1.1\r\nHost: localhost:${port}\r\n` +
  `Authorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n${IDEMPOTENCY_HEADER}: ${ID}\r\n` +
  `Content-Length: ${JSON.stringify(creation).length}\r\n\r\n`

describe('a creation is sent on once, and its repeat gets the same reply:', () => {
  it.each<[string, number, unknown]>([
    ['created', 200, successEnvelope({ uuid: 'u', remaining_points: 1 })],
    ['created, with another status', 202, successEnvelope({ uuid: 'u' })],
    ['refused', 422, errorEnvelope(422, 'no face')],
    ['too many requests', 429, errorEnvelope(429, 'slow down')],
    ['a key that is not accepted', 401, errorEnvelope(401, 'unknown key')],
    ['service down', 503, errorEnvelope(503, 'down')],
    ['time-out at the service', 408, errorEnvelope(408, 'time-out')],
    ['misdirected', 421, errorEnvelope(421, 'wrong host')],
    ['no content', 204, ''],
  ])('%s (%i)', async (_name, status, json) => {
    const { host, service } = await startProxyHost((response) => {
      response.setHeader('Retry-After', '7')
      sendJson(response, status, json)
    })
    const first = await readAnswer(postSubmission(host.url, ID))
    expect([408, 421, 204]).not.toContain(first.status)
    expect(first.type).toBe('application/json')
    expect(await readAnswer(postSubmission(host.url, ID))).toEqual(first)
    expect(await readAnswer(postSubmission(host.url, ID.toUpperCase()))).toEqual(first)
    expect(service.received).toHaveLength(1)
    const { type: _, ...reply } = first
    expect(await askState(host.url)).toEqual({ state: 'done', reply })
  })

  it.each([
    [504, 'answers too late', () => vi.advanceTimersByTime(25_000)],
    [502, 'cuts the connection', (socket: Socket) => socket.destroy()],
  ])('%i: a service that %s', async (status, _what, fail) => {
    const arrived = signalled<Socket>()
    const limits = { totalMs: 25_000 }
    const { host, service } = await startProxyHost(
      (_response, request) => arrived.fire(request.socket),
      limits,
    )
    stopClock()
    const answer = readAnswer(postSubmission(host.url, ID))
    fail(await arrived.fired)
    const first = await answer
    expect(first.status).toBe(status)
    expect(first.body).toMatch(/may have been created/)
    expect(await readAnswer(postSubmission(host.url, ID))).toEqual(first)
    expect(service.received).toHaveLength(1)
  })

  it('a service that was not reached: the repeat is not sent either', async () => {
    const gone = openUpstream('http://127.0.0.1:1')
    const host = await startTestHost({ taskApi: gone })
    const first = await readAnswer(postSubmission(host.url, ID))
    expect(first).toMatchObject({ status: 502, notSent: true })
    expect(await readAnswer(postSubmission(host.url, ID))).toEqual(first)
    expect(await askState(host.url)).toMatchObject({ state: 'done', reply: { notSent: true } })
  })

  it('a service that repeats the key: what is kept and told again is without it', async () => {
    const { host } = await startProxyHost((response) =>
      sendJson(response, 402, errorEnvelope(402, `key ${KEY} has not enough points`)),
    )
    const first = await readAnswer(postSubmission(host.url, ID))
    expect(first.body).toContain('key <API_KEY> has not enough points')
    expect(await readAnswer(postSubmission(host.url, ID))).toEqual(first)
    expect(await askState(host.url)).toMatchObject({ reply: { body: first.body } })
  })

  it('a request that the host itself refuses', async () => {
    const { host, service } = await startProxyHost()
    const body = '{"image_url":"ftp://x","prompt":"firework"}'
    const first = await readAnswer(postSubmission(host.url, ID, { body }))
    expect(first.status).toBe(400)
    expect(await readAnswer(postSubmission(host.url, ID, { body }))).toEqual(first)
    // The id is used up.
    expect((await postSubmission(host.url, ID)).status).toBe(422)
    expect(service.received).toEqual([])
  })

  it('many at once', async () => {
    const { host, service, arrived } = await startHeldHost()
    const first = readAnswer(postSubmission(host.url, ID))
    const answer = await arrived
    const repeats = Array.from({ length: 20 }, () => readAnswer(postSubmission(host.url, ID)))
    const otherBody = await postSubmission(host.url, ID, { body: '{}' })
    expect(otherBody.status).toBe(422)
    expect(await askState(host.url)).toEqual({ state: 'in-flight' })
    answer()
    const expected = await first
    expect(expected.status).toBe(200)
    for (const repeat of repeats) expect(await repeat).toEqual(expected)
    expect(service.received).toHaveLength(1)
  })

  it.each(['FIN', 'RST'])('a browser whose connection ends by %s', async (how) => {
    const { host, service, arrived } = await startHeldHost()
    const socket = connect(host.port, '127.0.0.1')
    socket.write(rawCreation(host.port) + JSON.stringify(creation))
    const answer = await arrived
    const closed = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    if (how === 'RST') socket.resetAndDestroy()
    else socket.destroy()
    await closed
    const repeat = readAnswer(postSubmission(host.url, ID))
    expect(await askState(host.url)).toEqual({ state: 'in-flight' })
    answer()
    expect(await repeat).toMatchObject({ status: 200, body: textLike(/"u"/) })
    expect(service.received).toHaveLength(1)
  })

  it('a body that broke off is no creation; the whole one that follows is', async () => {
    const { host, service } = await startProxyHost()
    const socket = connect(host.port, '127.0.0.1')
    socket.write(`${rawCreation(host.port)}{"image`)
    await fetch(`${host.url}/healthz`)
    socket.resetAndDestroy()
    expect((await postSubmission(host.url, ID)).status).toBe(200)
    expect(service.received).toHaveLength(1)
  })
})

it('a creation that another process is forwarding is in flight, and its repeat gets the reply', async () => {
  const { host, service, arrived, folder } = await startHeldHost()
  const first = readAnswer(postSubmission(host.url, ID))
  const answer = await arrived
  const taskApi = openUpstream(service.url)
  const other = await startTestHost({ taskApi, store: openTestStore(folder) })
  expect(await askState(other.url)).toEqual({ state: 'in-flight' })
  expect(await askState(other.url, ID, KEY, 'DELETE')).toEqual({ state: 'in-flight' })
  expect((await postSubmission(other.url, ID, { body: '{}' })).status).toBe(422)
  const repeat = readAnswer(postSubmission(other.url, ID))
  answer()
  expect(await repeat).toEqual(await first)
  expect(service.received).toHaveLength(1)
})

describe('a creation is not sent on', () => {
  it('after the host that sent it was killed: its outcome is unknown', async () => {
    const { host, service, arrived, folder } = await startHeldHost()
    void postSubmission(host.url, ID).catch(() => undefined)
    await arrived
    // What is left of a killed host is its folder.
    const taskApi = openUpstream(service.url)
    const next = await startTestHost({ taskApi, store: openTestStore(folder, inAMinute) })
    expect(await askState(next.url)).toEqual({ state: 'unknown' })
    expect(await readAnswer(postSubmission(next.url, ID))).toMatchObject({
      status: 502,
      notSent: false,
      body: textLike(/may have been created/),
    })
    expect((await postSubmission(next.url, ID, { body: '{}' })).status).toBe(422)
    expect(service.received).toHaveLength(1)
  })

  it('after it was cancelled, also by another process', async () => {
    const { host, service, folder } = await startHeldHost()
    expect(await askState(host.url, ID, KEY, 'DELETE')).toEqual({
      state: 'not-forwarded',
      coversMs: number,
      isCancelled: true,
    })
    const next = await startTestHost({ store: openTestStore(folder) })
    for (const { url } of [host, next]) {
      expect(await readAnswer(postSubmission(url, ID))).toMatchObject({
        status: 503,
        notSent: true,
      })
      expect(await askState(url)).toMatchObject({ state: 'not-forwarded', isCancelled: true })
    }
    expect(service.received).toEqual([])
  })

  it.each(['', 'x', '1', `${ID}, ${ID}`, ID.slice(1)])('with the id %j', async (idempotencyKey) => {
    const { host, service } = await startProxyHost()
    expect(await readAnswer(postSubmission(host.url, idempotencyKey))).toMatchObject({
      status: 400,
      notSent: true,
    })
    expect(service.received).toEqual([])
  })

  it('without a key, or with a body that is too large', async () => {
    const { host, service } = await startProxyHost()
    expect((await postSubmission(host.url, ID, { apiKey: '' })).status).toBe(401)
    const body = JSON.stringify({ ...creation, more: 'x'.repeat(17_000) })
    expect((await postSubmission(host.url, ID, { body })).status).toBe(413)
    expect(service.received).toEqual([])
  })
})

it('keeps the creations of two keys, and of two ids, apart', async () => {
  const { host, service } = await startProxyHost()
  await postSubmission(host.url, ID)
  expect(await askState(host.url, ID, 'other')).toMatchObject({ state: 'not-forwarded' })
  expect((await postSubmission(host.url, ID, { apiKey: 'third' })).status).toBe(200)
  expect((await postSubmission(host.url, OTHER_ID)).status).toBe(200)
  expect(service.received).toHaveLength(3)
})

it('sends the id to nobody', async () => {
  const { host, service } = await startProxyHost()
  await postSubmission(host.url, ID)
  expect(JSON.stringify(service.received)).not.toContain(ID)
  expect(service.received[0]?.headers.map(([name]) => name.toLowerCase())).not.toContain(
    IDEMPOTENCY_HEADER,
  )
})

it('lets a creation without an id through each time', async () => {
  const { post, service } = await startProxyHost()
  await post()
  await post()
  expect(service.received).toHaveLength(2)
})

it('drains only when a creation whose browser has gone is written down', async () => {
  const { host, arrived, folder, service, store } = await startHeldHost()
  const leaving = new AbortController()
  const reply = outcomeOf(postSubmission(host.url, ID, { signal: leaving.signal }))
  const answer = await arrived
  leaving.abort()
  expect(await reply).toBe('cut')
  // As the process does.
  const drained = host.drain(60_000).then(() => store.close())
  // A host that does not wait has many turns of the event loop to close it too early.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await outcomeOf(fetch(`${host.url}/healthz`))).toBe('cut')
  }
  answer()
  await drained
  const next = await startTestHost({
    taskApi: openUpstream(service.url),
    store: openTestStore(folder),
  })
  const state = await askState(next.url)
  if (state?.state !== 'done') throw new Error('was not written down')
  expect(readJson(state.reply.body)).toMatchObject({ data: { uuid: 'u' } })
})

it('asking about a creation changes nothing, and giving it up tells what became of it', async () => {
  const { host } = await startProxyHost()
  const notYet = { state: 'not-forwarded', coversMs: number, isCancelled: false }
  expect(await askState(host.url)).toEqual(notYet)
  expect((await postSubmission(host.url, ID)).status).toBe(200)
  const done = await askState(host.url)
  expect(done).toMatchObject({ state: 'done' })
  expect(await askState(host.url, ID, KEY, 'DELETE')).toEqual(done)
})
