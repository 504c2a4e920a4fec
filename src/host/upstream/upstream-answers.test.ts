import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { MAX_CREATION_REPLY_BYTES } from '#contract/idempotency.ts'
import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import {
  portOf,
  closeAfterTest,
  closeTestServers,
  creation,
  openProxy,
  sendJson,
  signalled,
  startService,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/**
 * Stops the clock for time limits that are set from now on, until the test is over: it goes on by
 * `vi.advanceTimersByTime`. For when all servers run.
 */
function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closeAfterTest(() => vi.useRealTimers())
}

describe('what comes back', () => {
  it('is the unchanged status and JSON, with the headers for type and retry time only', async () => {
    const service = await startService((response) => {
      response.setHeader('Set-Cookie', 'a=b')
      response.setHeader('WWW-Authenticate', 'Basic realm="x"')
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Retry-After', '7')
      // Only the host itself may say so.
      response.setHeader(NOT_SENT_HEADER, '1')
      sendJson(response, 429, { code: 4290, message: 'slow down', data: { extra: 1 } })
    })
    const reply = await openProxy(service.url).list()
    expect(reply.status).toBe(429)
    expect(reply.json).toEqual({ code: 4290, message: 'slow down', data: { extra: 1 } })
    expect([...reply.headers]).toEqual([
      ['content-type', 'application/json'],
      ['retry-after', '7'],
    ])
  })

  it('is a 502 for a redirect, which is neither followed nor shown', async () => {
    const elsewhere = await startService((response) => sendJson(response, 200, {}))
    const service = await startService((response) => {
      response.writeHead(307, { Location: `${elsewhere.url}/S3CRET` })
      response.end('{}')
    })
    for (const reply of [
      await openProxy(service.url).list(),
      await openProxy(service.url).create(),
    ]) {
      expect(reply.status).toBe(502)
      expect(reply.message).toMatch(/redirected \(HTTP 307\)/)
      expect(JSON.stringify([reply.json, ...reply.headers])).not.toContain('S3CRET')
    }
    expect(elsewhere.received).toEqual([])
    expect(service.received).toHaveLength(2)
  })

  it.each([
    [200, '<!doctype html><h1>Gateway</h1>'],
    [200, ''],
    [200, '{"code":200,"data":'],
    [503, 'upstream connect error'],
    [204, ''],
    [205, '{}'],
    [407, '{}'],
    [999, '{}'],
  ])('is a 502 for HTTP %i with %j', async (status, body) => {
    const service = await startService((response) => {
      response.writeHead(status, { 'Content-Type': 'text/html' })
      response.end(body)
    })
    const reply = await openProxy(service.url).create()
    expect(reply.status).toBe(502)
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(reply.message).toMatch(/The task may have been created/)
    expect(service.received).toHaveLength(1)
  })

  it.each([401, 403, 404, 409, 422, 429])(
    'is HTTP %i as it is, in words of our own',
    async (status) => {
      const service = await startService((response) => {
        response.writeHead(status, { 'Content-Type': 'text/html', 'Retry-After': '9' })
        response.end(status === 401 ? '' : '<h1>S3CRET gateway</h1>')
      })
      for (const reply of [
        await openProxy(service.url).list(),
        await openProxy(service.url).create(),
      ]) {
        expect(reply.status).toBe(status)
        expect(reply.headers.get('retry-after')).toBe('9')
        expect(reply.message).toBe(
          `The Task API answered with something that is not JSON (HTTP ${status}).`,
        )
      }
    },
  )

  it('is the body of a refusal as it came, in whatever form the service refuses', async () => {
    const problem = { title: 'Bad image', status: 422, detail: [{ loc: ['body'], msg: 'dark' }] }
    const service = await startService((response) => {
      response.writeHead(422, { 'Content-Type': 'application/problem+json' })
      response.end(JSON.stringify(problem))
    })
    for (const reply of [
      await openProxy(service.url).list(),
      await openProxy(service.url).create(),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.json).toEqual(problem)
      expect(reply.headers.has(HOST_ERROR_CODE_HEADER)).toBe(false)
    }
  })

  it('is JSON where the service writes a number that JSON does not have', async () => {
    const service = await startService((response) => {
      response.writeHead(200)
      response.end('{"code":200,"data":{"uuid":"d3f1","remaining_points":NaN}}')
    })
    const reply = await openProxy(service.url).create()
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ code: 200, data: { uuid: 'd3f1', remaining_points: 'NaN' } })
  })

  const JSON_BODY = JSON.stringify(successEnvelope({ uuid: 'd3f1' }))
  const twice = gzipSync(gzipSync(JSON_BODY))

  it.each([
    ['gzip', gzipSync(JSON_BODY)],
    ['x-gzip', gzipSync(JSON_BODY)],
    ['GZIP', gzipSync(JSON_BODY)],
    ['deflate', deflateSync(JSON_BODY)],
    ['deflate', deflateRawSync(JSON_BODY)],
    ['br', brotliCompressSync(JSON_BODY)],
    ['br, gzip', gzipSync(brotliCompressSync(JSON_BODY))],
    ['identity', Buffer.from(JSON_BODY)],
  ])('is the JSON of a body in %s, although that was not requested', async (coding, body) => {
    const service = await startService((response) => {
      response.writeHead(201, { 'Content-Encoding': coding, 'Content-Type': 'application/json' })
      response.end(body)
    })
    const reply = await openProxy(service.url).create()
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual(successEnvelope({ uuid: 'd3f1' }))
    expect(reply.headers.has('content-encoding')).toBe(false)
  })

  it.each([
    ['gzip', 'these bytes were never compressed', 'undecodable'],
    ['gzip', gzipSync(JSON_BODY).subarray(0, -9), 'undecodable'],
    ['zstd', JSON_BODY, 'undecodable'],
    ['gzip, gzip, gzip', gzipSync(twice), 'undecodable'],
    // A few kilobytes that come to many megabytes.
    ['gzip', gzipSync(Buffer.alloc(MAX_CREATION_REPLY_BYTES + 1, 32)), 'too-large'],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(MAX_CREATION_REPLY_BYTES + 1))), 'too-large'],
  ])('is a 502 for a body in %s that cannot be decoded: %#', async (coding, body, code) => {
    const service = await startService((response) => {
      response.writeHead(200, { 'Content-Encoding': coding })
      response.end(body)
    })
    const reply = await openProxy(service.url).create()
    expect(reply.status).toBe(502)
    expect(reply.headers.get(HOST_ERROR_CODE_HEADER)).toBe(code)
    expect(reply.message).toMatch(/The task may have been created/)
  })

  it('has an error code of the host, which no service can set', async () => {
    const service = await startService((response) => {
      response.writeHead(200, { [HOST_ERROR_CODE_HEADER]: 'timeout' })
      response.end('<h1>')
    })
    const found = async () =>
      (await openProxy(service.url).list()).headers.get(HOST_ERROR_CODE_HEADER)
    expect(await found()).toBe('not-json')
    const honest = await startService((response) => {
      response.writeHead(200, { [HOST_ERROR_CODE_HEADER]: 'timeout' })
      response.end(JSON_BODY)
    })
    const { headers } = await openProxy(honest.url).list()
    expect(headers.has(HOST_ERROR_CODE_HEADER)).toBe(false)
  })

  it('keeps the Retry-After of a 503 that is not JSON', async () => {
    const service = await startService((response) => {
      response.writeHead(503, { 'Retry-After': '120' })
      response.end('<h1>Maintenance</h1>')
    })
    const reply = await openProxy(service.url).list()
    expect(reply.status).toBe(502)
    expect(reply.headers.get('retry-after')).toBe('120')
  })

  it.each([408, 421])('is a 504 for HTTP %i, on which Chromium re-sends', async (status) => {
    const service = await startService((response) =>
      sendJson(response, status, errorEnvelope(status, 'x')),
    )
    const reply = await openProxy(service.url).create()
    expect(reply.status).toBe(504)
    expect(reply.json).toEqual({
      code: 504,
      message: textLike(/may have been created/),
      data: null,
    })
  })

  it('is a 502 for an answer that stops in the middle', async () => {
    const service = await startService((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
      response.write('{"code":200}', () => response.destroy())
    })
    expect(await openProxy(service.url).create()).toMatchObject({
      status: 502,
      message: textLike(/broke.*may have been created/),
    })
  })

  it('is a 502 for an answer over the limit', async () => {
    const service = await startService((response) => sendJson(response, 200, 'x'.repeat(2000)))
    expect(await openProxy(service.url, { responseBytes: 2001 }).list()).toMatchObject({
      status: 502,
    })
    expect(await openProxy(service.url, { responseBytes: 2002 }).list()).toMatchObject({
      status: 200,
    })
  })

  it('is a 502 for an answer to a creation over the limit', async () => {
    let length = MAX_CREATION_REPLY_BYTES
    const service = await startService((response) =>
      sendJson(response, 200, 'x'.repeat(length - 2)),
    )
    const { list, create } = openProxy(service.url)
    expect((await create()).status).toBe(200)
    length += 1
    expect((await list()).status).toBe(200)
    expect(await create()).toMatchObject({
      status: 502,
      message: textLike(/too large\. The task may have been created/),
    })
  })

  it('is a 504 if the answer does not begin or end in time', async () => {
    const arrived = signalled()
    const silent = await startService(() => arrived.fire())
    stopClock()
    const reply = openProxy(silent.url, { totalMs: 25_000 }).create()
    await arrived.fired
    vi.advanceTimersByTime(25_000)
    vi.useRealTimers()
    expect(await reply).toMatchObject({
      status: 504,
      message: textLike(/not answer in time.*may have been created/),
    })
    const slow = await startService((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{')
    })
    expect(await openProxy(slow.url, { totalMs: 30 }).list()).toMatchObject({ status: 504 })
  })

  it('is a 502 that says nothing was sent if nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    const reply = await openProxy(`http://127.0.0.1:${port}`).create()
    expect(reply).toMatchObject({
      status: 502,
      message: 'The Task API could not be reached (ECONNREFUSED); nothing was sent.',
    })
    expect(reply.headers.get(NOT_SENT_HEADER)).toBe('1')
  })

  it('waits for an answer longer than for a connection', async () => {
    const arrived = signalled()
    const answered = signalled()
    const service = await startService((response) => {
      arrived.fire()
      void answered.fired.then(() => sendJson(response, 200, successEnvelope({ uuid: 'u' })))
    })
    stopClock()
    const reply = openProxy(service.url, { connectMs: 5000, totalMs: 25_000 }).create()
    await arrived.fired
    vi.advanceTimersByTime(20_000)
    answered.fire()
    expect((await reply).status).toBe(200)
  })

  it('is a 504 that says nothing was sent if no connection is made', async () => {
    // Accepts the TCP connection but never answers the TLS handshake.
    const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closeAfterTest(() => void server.close())
    const port = portOf(server)
    expect(await openProxy(`https://127.0.0.1:${port}`, { connectMs: 30 }).create()).toMatchObject({
      status: 504,
      message: 'The Task API could not be reached (no connection in time); nothing was sent.',
    })
  })
})

it('repeats a list request on a new connection if an idle one was closed', async () => {
  let answers = 0
  const service = await startService((response, request) => {
    answers += 1
    // The second request comes over the kept connection: it is cut without a byte.
    if (answers === 2) request.socket.destroy()
    else sendJson(response, 200, successEnvelope({}))
  })
  const { list } = openProxy(service.url)
  expect((await list()).status).toBe(200)
  // A connection is free for the next request once the event loop has gone round.
  await nextTurn()
  await nextTurn()
  expect((await list()).status).toBe(200)
  expect(answers).toBe(3)
})

it('never repeats a creation whose connection is cut', async () => {
  const service = await startService((_response, request) => request.socket.destroy())
  const { create } = openProxy(service.url)
  expect((await create()).status).toBe(502)
  expect(service.received).toHaveLength(1)
})

it('cuts a list request when the browser leaves', async () => {
  const cut = signalled()
  const arrived = signalled()
  const service = await startService((response) => {
    response.once('close', () => cut.fire())
    arrived.fire()
  })
  const leaving = new AbortController()
  const reply = openProxy(service.url).list('', { signal: leaving.signal })
  await arrived.fired
  leaving.abort()
  await cut.fired
  expect((await reply).status).toBe(502)
})

it('finishes a creation when the browser leaves', async () => {
  const leaving = new AbortController()
  const service = await startService((response) => {
    leaving.abort()
    setImmediate(() => sendJson(response, 200, successEnvelope({ uuid: 'u' })))
  })
  const reply = await openProxy(service.url).create(creation, { signal: leaving.signal })
  expect(reply).toMatchObject({ status: 200, json: { data: { uuid: 'u' } } })
})

it('writes nothing to the console', async () => {
  const methods = (['log', 'info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue(),
  )
  const service = await startService((_response, request) => request.socket.destroy())
  await openProxy(service.url).create()
  for (const method of methods) expect(method).not.toHaveBeenCalled()
})
