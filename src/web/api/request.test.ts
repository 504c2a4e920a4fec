import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { MAX_RESPONSE_BYTES, NOT_SENT_HEADER } from '#contract/operations.ts'
import { ApiError, type ApiFailure } from '#web/api/api-error.ts'
import { askHost, callOperation, readReply, sendOperation } from '#web/api/request.ts'

const caller = { apiKey: 'key-1', signal: new AbortController().signal }
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  fetched.mockReset()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** An answer of our host. */
function answer(body: string, init: ResponseInit = {}) {
  fetched.mockImplementation(() => {
    const response = new Response(body, init)
    response.headers.set(HOST_MARK_HEADER, '1')
    return Promise.resolve(response)
  })
}

/** A fetch that ends only when it is aborted. */
const neverAnswers: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => {
      reject(new DOMException('aborted', 'AbortError'))
    })
  })

async function failure(): Promise<ApiFailure> {
  try {
    await callOperation(caller, 'listVideoTasks')
  } catch (error) {
    if (error instanceof ApiError) return error.failure
  }
  throw new Error('no ApiError was thrown')
}

describe('a key that a reply repeats is removed', () => {
  const apiKey = 'mq_7f3a9c21e8b44d06'
  const withKey = { ...caller, apiKey }

  test('from names and values of the data, without losing digits', async () => {
    answer(`{"code":200,"data":{"id":12345678901234567890,"${apiKey}":["key ${apiKey}!"]}}`)
    expect(await callOperation(withKey, 'listVideoTasks')).toMatchObject({
      data: { id: 12345678901234567890n, '<API_KEY>': ['key <API_KEY>!'] },
    })
  })

  test('from the message of a refusal', async () => {
    answer(`{"code":402,"message":"key ${encodeURIComponent(apiKey)} has no points"}`)
    await expect(callOperation(withKey, 'createPosterTask')).rejects.toMatchObject({
      failure: { message: 'key <API_KEY> has no points' },
    })
  })

  test('from a reply that our host has kept', async () => {
    const body = JSON.stringify({ code: 402, message: apiKey })
    answer(JSON.stringify({ state: 'done', reply: { body } }))
    expect(JSON.stringify(await askHost(withKey, 'GET', '/host/idempotency-keys/x'))).not.toContain(
      apiKey,
    )
  })
})

test('sends the key in the Authorization header and nowhere else', async () => {
  answer('{"code":200,"message":"success","data":{"list":[]}}')
  const body = { image_url: 'https://example.com/a.png', prompt: 'firework' }
  const reply = await sendOperation(caller, 'createPosterTask', { body })
  expect(readReply(reply)).toEqual({ list: [] })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/plugins/poster/tasks')
  expect(init).toMatchObject({
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer key-1',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  })
})

test('keeps all digits of numbers', async () => {
  answer('{"code":200,"message":"","data":{"id":9007199254740993}}')
  expect(await callOperation(caller, 'listVideoTasks')).toMatchObject({
    data: { id: 9_007_199_254_740_993n },
  })
})

test('reads a reply with a number that JSON does not have', async () => {
  answer('{"code":200,"message":"","data":{"price":NaN,"id":9007199254740993}}')
  expect(await callOperation(caller, 'listVideoTasks')).toMatchObject({
    data: { price: 'NaN', id: 9_007_199_254_740_993n },
  })
})

describe('a failure', () => {
  test.each<[string, string, ResponseInit, ApiFailure['kind']]>([
    ['a page of HTML', '<!doctype html>', {}, 'unreadable'],
    ['an empty body', '', {}, 'unreadable'],
    ['truncated JSON', '{"code":200,"mess', {}, 'unreadable'],
    ['a list in place of the envelope', '[]', {}, 'unreadable'],
    ['a page of HTML under 502', '<html>', { status: 502 }, 'server'],
    ['a code that says no', '{"code":4001,"message":"no","data":null}', {}, 'refused'],
    ['no content under 404', '', { status: 404 }, 'refused'],
    ['an unknown key', '{"code":401,"message":"no","data":null}', { status: 401 }, 'unauthorized'],
  ])('%s', async (_, body, init, kind) => {
    answer(body, init)
    expect((await failure()).kind).toBe(kind)
  })

  test('has the message of the service and the retry time', async () => {
    const before = Date.now()
    answer('{"code":429,"message":"slow down","data":null}', {
      status: 429,
      headers: { 'retry-after': '7' },
    })
    const said = await failure()
    expect(said).toMatchObject({ kind: 'rate-limited', message: 'slow down' })
    expect(said.kind === 'rate-limited' && said.retryAt).toBeGreaterThanOrEqual(before + 7_000)
  })

  test('of the service has a retry time, too', async () => {
    const before = Date.now()
    answer('<html>', { status: 503, headers: { 'retry-after': '7' } })
    const said = await failure()
    expect(said.kind === 'server' && said.retryAt).toBeGreaterThanOrEqual(before + 7_000)
    answer('<html>', { status: 503, headers: { 'retry-after': '-5' } })
    expect(await failure()).toMatchObject({ kind: 'server', retryAt: null })
  })

  test('says if the host reports that nothing was sent', async () => {
    const body = '{"code":502,"message":"could not be reached","data":null}'
    answer(body, { status: 502, headers: { [NOT_SENT_HEADER]: '1' } })
    expect(await failure()).toMatchObject({ kind: 'server', notSent: true })
    answer(body, { status: 502 })
    expect(await failure()).toMatchObject({ kind: 'server', notSent: false })
  })

  test('ends the read of an endless body at the size limit', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    fetched.mockResolvedValue(new Response(endless))
    expect(await failure()).toMatchObject({ kind: 'unreadable' })
    expect(sent).toBeLessThan(MAX_RESPONSE_BYTES + 4 * chunk.byteLength)
  })
})

describe('an answer that is not of our host', () => {
  const front = (status: number, body = '', headers: Record<string, string> = {}) =>
    fetched.mockImplementation(() => Promise.resolve(new Response(body, { status, headers })))
  const envelope = '{"code":401,"message":"log in first","data":null}'

  test.each([
    [401, '<h1>Log in</h1>'],
    [401, envelope],
    [401, ''],
    [403, 'Forbidden'],
    [407, ''],
    [511, '<html>'],
  ])('wants a sign-in: HTTP %i with %j; nothing was sent on', async (status, body) => {
    front(status, body)
    expect(await failure()).toEqual({ kind: 'sign-in', notSent: true, isBasic: false })
  })

  test.each([
    [200, '<!doctype html><form>'],
    [203, '\n <html>'],
  ])('wants a sign-in: HTTP %i with %j; it may have been sent', async (status, body) => {
    front(status, body)
    expect(await failure()).toEqual({ kind: 'sign-in', notSent: false, isBasic: false })
  })

  test('wants a sign-in: a redirect', async () => {
    const redirect = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })
    fetched.mockResolvedValue(redirect)
    expect(await failure()).toEqual({ kind: 'sign-in', notSent: true, isBasic: false })
  })

  test('wants basic authentication', async () => {
    front(401, '<h1>', { 'www-authenticate': 'Basic realm="staff"' })
    expect(await failure()).toEqual({ kind: 'sign-in', notSent: true, isBasic: true })
  })

  test.each([
    [404, '<h1>Not found</h1>'],
    [405, ''],
    [411, '<html>'],
    [413, '{"message":"Request Too Long"}'],
    [502, '<h1>Bad gateway</h1>'],
    [503, 'upstream connect error'],
    [504, envelope],
    [524, '<html>'],
  ])('says nothing about the service: HTTP %i with %j', async (status, body) => {
    front(status, body)
    expect(await failure()).toEqual({ kind: 'front', status, retryAt: null })
    front(status, body, { 'retry-after': '60' })
    expect(await failure()).not.toMatchObject({ retryAt: null })
  })

  test.each([
    [429, '<h1>Slow down</h1>', { kind: 'rate-limited' }],
    [200, '', { kind: 'unreadable' }],
  ])('is what it is: HTTP %i with %j', async (status, body, expected) => {
    front(status, body)
    expect(await failure()).toMatchObject(expected)
  })

  test('of the host about a creation wants a sign-in, too', async () => {
    front(401, '<h1>Log in</h1>')
    await expect(askHost(caller, 'DELETE', '/host/idempotency-keys/x')).rejects.toMatchObject({
      failure: { kind: 'sign-in' },
    })
  })
})

describe('without an answer', () => {
  test('a failed fetch is unreachable, or offline if the browser says so', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure()).toEqual({ kind: 'unreachable' })
    vi.stubGlobal('navigator', { onLine: false })
    expect(await failure()).toEqual({ kind: 'offline' })
  })

  test('a body that is cut off is unreachable', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new TypeError('network error'))
      },
    })
    fetched.mockResolvedValue(new Response(broken))
    expect(await failure()).toEqual({ kind: 'unreachable' })
  })

  test('a request times out after 30 s', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(neverAnswers)
    const pending = failure()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await pending).toEqual({ kind: 'timeout' })
  })

  test('a body that hangs times out, too', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation((_, init) => {
      const hanging = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"code":200,'))
          init?.signal?.addEventListener('abort', () => {
            controller.error(new DOMException('aborted', 'AbortError'))
          })
        },
      })
      return Promise.resolve(new Response(hanging))
    })
    const pending = failure()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await pending).toEqual({ kind: 'timeout' })
  })

  test('the timer stops once the exchange has ended', async () => {
    vi.useFakeTimers()
    answer('{"code":200,"message":"","data":{}}')
    await callOperation(caller, 'listVideoTasks')
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await failure()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a request is cancelled with its session', async () => {
    const session = new AbortController()
    fetched.mockImplementation(neverAnswers)
    const call = callOperation({ apiKey: 'key-1', signal: session.signal }, 'listVideoTasks')
    session.abort()
    await expect(call).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
  })
})

describe('a request to our host', () => {
  const ask = () => askHost(caller, 'GET', '/host/idempotency-keys/x')

  test('returns its JSON, which has no envelope', async () => {
    answer('{"state":"in-flight"}')
    expect(await ask()).toEqual({ state: 'in-flight' })
  })

  test.each([
    [503, '{"code":503,"message":"busy","data":null}', { kind: 'server', message: 'busy' }],
    [401, '{"code":401,"message":"no","data":null}', { kind: 'unauthorized', message: 'no' }],
    [502, '<html>', { kind: 'server', status: 502 }],
    [200, '<html>', { kind: 'unreadable', issue: 'not-json' }],
  ])('%i %s', async (status, body, expected) => {
    answer(body, { status })
    await expect(ask()).rejects.toMatchObject({ failure: expected })
  })
})
