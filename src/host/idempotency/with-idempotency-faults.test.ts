import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import {
  IDEMPOTENCY_HEADER,
  idempotencyPath,
  MAX_CREATION_REPLY_BYTES,
} from '#contract/idempotency.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import {
  API_BASE,
  MAX_RESPONSE_BYTES,
  NOT_SENT_HEADER,
  REQUEST_ID_HEADER,
} from '#contract/operations.ts'
import { IDEMPOTENCY_FILE } from '#host/idempotency/sqlite-store.ts'
import { idempotencyName, withIdempotency } from '#host/idempotency/with-idempotency.ts'
import type { TaskApi } from '#host/task-api.ts'
import {
  askTaskApi,
  clientSignalOf,
  closeAfterTest,
  closeTestServers,
  CREATE_PATH,
  creation,
  KEY,
  openTestStore,
  postSubmission,
  readJson,
  signalled,
  startProxyHost,
  startTestHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import { openDatabase } from '#sqlite/database.ts'

afterEach(closeTestServers)

const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const ID = '11111111-2222-4333-8444-555555555555'
const OTHER_ID = '99999999-2222-4333-8444-555555555555'

/** A store whose file refuses what another connection to it says, as a full disk does. */
function openFailingStore() {
  const folder = writeFolder({})
  const store = openTestStore(folder)
  const file = openDatabase(join(folder, IDEMPOTENCY_FILE))
  closeAfterTest(() => file.close())
  return {
    store,
    folder,
    fail: (write: 'INSERT' | 'UPDATE') =>
      file.exec(
        `CREATE TRIGGER full BEFORE ${write} ON idempotency_keys BEGIN SELECT raise(ABORT, 'full'); END`,
      ),
    recover: () => file.exec('DROP TRIGGER full'),
    lose: () => file.exec('DROP TABLE idempotency_keys'),
  }
}

async function startFailingHost() {
  const failing = openFailingStore()
  const proxy = await startProxyHost(undefined, {}, { store: failing.store })
  const ask = (idempotencyKey: string, method = 'GET') =>
    fetch(`${proxy.host.url}${idempotencyPath(idempotencyKey)}`, {
      method,
      headers: { Authorization: `Bearer ${KEY}` },
    })
  return { ...failing, ...proxy, ask }
}

describe('a store that cannot be written', () => {
  it('sends no creation, and does not claim that no repeat of it was sent', async () => {
    const { host, service, fail, recover, ask } = await startFailingHost()
    fail('INSERT')
    const response = await postSubmission(host.url, ID)
    expect(response.status).toBe(503)
    expect(response.headers.get(HOST_ERROR_CODE_HEADER)).toBe('not-recorded')
    expect(response.headers.has(NOT_SENT_HEADER)).toBe(false)
    expect(await response.json()).toEqual({
      code: 503,
      message: textLike(/so it has not sent this one\.$/),
      data: null,
    })
    expect(service.received).toEqual([])
    recover()
    expect(await (await ask(ID, 'DELETE')).json()).toMatchObject({
      state: 'not-forwarded',
      isCancelled: true,
    })
    const late = await postSubmission(host.url, ID)
    expect(late.status).toBe(503)
    expect(late.headers.get(NOT_SENT_HEADER)).toBe('1')
    expect((await postSubmission(host.url, OTHER_ID)).status).toBe(200)
    expect(service.received).toHaveLength(1)
    expect(host.lines.join()).toContain('SqliteError')
    expect(host.lines.join()).not.toContain(KEY)
  })

  it('still tells what it knows, and promises nothing else', async () => {
    const { host, fail, recover, ask } = await startFailingHost()
    await postSubmission(host.url, ID)
    fail('INSERT')
    expect(await (await ask(ID)).json()).toMatchObject({ state: 'done' })
    expect(await (await ask(OTHER_ID)).json()).toMatchObject({ state: 'not-forwarded' })
    const refused = await ask(OTHER_ID, 'DELETE')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    // Not sealed, and not sent either.
    recover()
    expect((await postSubmission(host.url, OTHER_ID)).status).toBe(200)
  })

  it('does not lose a reply that came, as long as the process lives', async () => {
    const { host, service, fail, lose, ask, folder, store } = await startFailingHost()
    fail('UPDATE')
    const first = await postSubmission(host.url, ID)
    expect(first.status).toBe(200)
    const body = await first.text()
    expect(host.lines.join()).toContain('SqliteError')
    const done = {
      state: 'done',
      reply: { status: 200, retryAfter: null, notSent: false, hostErrorCode: null, body },
    }
    expect(await (await ask(ID)).json()).toEqual(done)
    expect(await (await ask(ID, 'DELETE')).json()).toEqual(done)
    expect(await (await postSubmission(host.url, ID)).text()).toBe(body)
    expect((await postSubmission(host.url, ID, { body: '{}' })).status).toBe(422)
    // The next process finds a creation without a reply, and does not send it on.
    const inAMinute = () => Date.now() + 60_000
    const next = await startTestHost({ store: openTestStore(folder, inAMinute) })
    const repeat = await postSubmission(next.url, ID)
    expect(repeat.status).toBe(502)
    expect(repeat.headers.has(NOT_SENT_HEADER)).toBe(false)
    expect(await store.read(idempotencyName(KEY, ID))).toMatchObject({ state: 'forwarded' })
    lose()
    expect(await (await ask(ID)).json()).toEqual(done)
    expect(service.received).toHaveLength(1)
  })

  it('is said by /readyz, while reads go on', async () => {
    const { host, store, fail, recover } = await startFailingHost()
    async function ready() {
      const response = await fetch(`${host.url}/readyz`)
      expect(response.status).toBe(200)
      return readJson(await response.text())
    }
    expect(await ready()).toEqual({ status: 'ready', creations: 'accepted' })
    const known = '77777777-2222-4333-8444-555555555555'
    await postSubmission(host.url, known)
    // As on a full disk: it can be read.
    fail('INSERT')
    await postSubmission(host.url, ID)
    expect(await ready()).toEqual({ status: 'ready', creations: 'refused' })
    // A repeat is read.
    expect((await postSubmission(host.url, known)).status).toBe(200)
    expect(await ready()).toEqual({ status: 'ready', creations: 'refused' })
    recover()
    expect(await ready()).toEqual({ status: 'ready', creations: 'accepted' })
    store.close()
    expect(await ready()).toEqual({ status: 'ready', creations: 'refused' })
  })

  it('is still said by /readyz if the failure came while the store was being read', async () => {
    const { host, store, fail } = await startFailingHost()
    const isRead = signalled()
    const goOn = signalled()
    vi.spyOn(store, 'coversMs').mockImplementationOnce(async () => {
      isRead.fire()
      await goOn.fired
      return 0
    })
    const early = fetch(`${host.url}/readyz`)
    await isRead.fired
    fail('INSERT')
    await postSubmission(host.url, ID)
    goOn.fire()
    await early
    const ready = await fetch(`${host.url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready', creations: 'refused' })
  })

  it('logs a failure with the ID of its request', async () => {
    const { host, fail } = await startFailingHost()
    fail('INSERT')
    const { headers } = await postSubmission(host.url, ID)
    const error = host.lines.find((line) => line.includes('SqliteError')) ?? ''
    expect(readJson(error)).toMatchObject({ event: 'error', id: headers.get(REQUEST_ID_HEADER) })
  })

  it('is no other thing when it cannot be read', async () => {
    const { host, service, lose, ask } = await startFailingHost()
    lose()
    expect((await postSubmission(host.url, ID)).status).toBe(503)
    expect((await ask(ID)).status).toBe(503)
    expect(service.received).toEqual([])
  })
})

describe('a Task API', () => {
  /** Creates twice under one id. */
  async function createTwice(answer: TaskApi['fetch'], leaving = new AbortController()) {
    const errors: unknown[] = []
    let calls = 0
    const creations = withIdempotency({
      taskApi: {
        fetch(asked) {
          calls += 1
          return answer(asked)
        },
      },
      store: openTestStore(),
      forwardMs: 28_000,
      reportError: (error) => errors.push(error),
    })
    const post = async () => {
      const request = new Request(`http://host.invalid${API_BASE}${CREATE_PATH}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}`, [IDEMPOTENCY_HEADER]: ID },
        body: JSON.stringify(creation),
      })
      const response = await askTaskApi(creations, request, clientSignalOf(leaving.signal))
      return { status: response.status, body: await response.text() }
    }
    const first = await post()
    expect(await post()).toEqual(first)
    expect(calls).toBe(1)
    return { ...first, errors }
  }

  it('whose answer breaks off may have created', async () => {
    const { status, body } = await createTwice(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from('{"code":')),
            pull: (controller) => controller.error(new Error('cut')),
          }),
        ),
    )
    expect(status).toBe(502)
    expect(readJson(body)).toEqual({
      code: 502,
      message: textLike(/broke off\. The task may have been created/),
      data: null,
    })
  })

  it('whose answer is too large may have created; the rest of it is not read', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20)
    let chunks = 0
    let cancelled = false
    const { status, body } = await createTwice(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              chunks += 1
              if (chunks > 32) controller.close()
              else controller.enqueue(chunk)
            },
            cancel() {
              cancelled = true
            },
          }),
        ),
    )
    expect(status).toBe(502)
    expect(body).toMatch(/too large\. The task may have been created/)
    expect(cancelled).toBe(true)
    expect(chunks).toBeLessThan(8)
  })

  it('that fails may have created', async () => {
    const fault = new Error('x')
    const { status, body, errors } = await createTwice(() => {
      throw fault
    })
    expect(status).toBe(502)
    expect(body).toMatch(/may have been created/)
    expect(errors).toEqual([fault])
  })

  it('gets the request whole, but not that its browser leaves', async () => {
    const seen: unknown[] = []
    const leaving = new AbortController()
    await createTwice(({ request, clientSignal, body = '' }) => {
      leaving.abort()
      seen.push(request.method, request.headers.get('authorization'), clientSignal, readJson(body))
      return Response.json({})
    }, leaving)
    expect(seen).toEqual(['POST', `Bearer ${KEY}`, undefined, creation])
  })
})

it('tells the longest reply in an answer that a page reads whole', async () => {
  const bytes = (text: string) => Buffer.byteLength(text)
  // Every byte of it is written as two inside JSON.
  const longest = `"${'\\\\'.repeat(MAX_CREATION_REPLY_BYTES / 2 - 1)}"`
  expect(bytes(longest)).toBe(MAX_CREATION_REPLY_BYTES)
  const { host } = await startProxyHost((response) => response.end(longest))
  expect(await (await postSubmission(host.url, ID)).text()).toBe(longest)
  const told = await fetch(`${host.url}${idempotencyPath(ID)}`, {
    headers: { Authorization: `Bearer ${KEY}` },
  })
  expect(bytes(await told.text())).toBeLessThan(MAX_RESPONSE_BYTES)
  // What is no UTF-8 grows before it is kept.
  const growing = await startProxyHost((response) =>
    response.end(Buffer.from(`"${'\xff'.repeat(MAX_CREATION_REPLY_BYTES / 2)}"`, 'latin1')),
  )
  const reply = await postSubmission(growing.host.url, ID)
  expect(reply.status).toBe(502)
  expect(await reply.text()).toMatch(/too large/)
})
