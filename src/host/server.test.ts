import { connect } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { REQUEST_ID_HEADER } from '#contract/operations.ts'
import { MAX_REPORT_BYTES } from '#host/pages/csp-reports.ts'
import {
  outcomeOf,
  readJson,
  closeTestServers,
  KEY,
  sendRaw,
  signalled,
  startProxyHost,
  startTestHost,
  writeFolder,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const number: unknown = expect.any(Number)

function get(target: string, port: number, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: `localhost:${port}`, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

describe('headers', () => {
  it.each([
    ['/', 200],
    ['/assets/gone.js', 404],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/plugins/video/tasks', 200],
    ['/host/info', 200],
    ['/api/../x', 400],
  ])('protect the answer at %s', async (target, status) => {
    const { port } = await startTestHost()
    const answer = await sendRaw(port, get(target, port))
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
    expect(answer).toMatch(/^content-security-policy: default-src 'none'; /im)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(answer).toMatch(/^referrer-policy: no-referrer\r$/im)
    expect(answer).toMatch(/^cross-origin-opener-policy: same-origin\r$/im)
    expect(answer).toMatch(/^cross-origin-resource-policy: same-origin\r$/im)
    expect(answer).toMatch(/^cache-control: no-store\r$/im)
    expect(answer).not.toMatch(/^strict-transport-security|^x-powered-by|^server:/im)
    const policies = answer.match(/^content-security-policy:/gim)
    expect(policies).toHaveLength(1)
  })

  it('allow images and videos from the configured hosts only', async () => {
    const { url } = await startTestHost({ mediaHosts: ['*.media.example'] })
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
    expect(policy.split('; ').filter((directive) => directive.includes('media'))).toEqual([
      "img-src 'self' *.media.example",
      "media-src 'self' *.media.example",
    ])
  })

  it('mark answers of the Task API as data, regardless of its own headers', async () => {
    const { url } = await startTestHost({
      taskApi: {
        fetch: () =>
          new Response('<script>', {
            headers: {
              'Content-Type': 'text/html',
              'Cache-Control': 'public',
              'Content-Security-Policy': 'none',
            },
          }),
      },
    })
    const { headers } = await fetch(`${url}/api/x`)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('what is refused', () => {
  it('is a name that is not ours, with a status on which nothing is re-sent', async () => {
    const { port } = await startTestHost({ allowedHosts: ['marquee.example'] })
    const status = async (host: string) =>
      (await sendRaw(port, get('/healthz', port, { Host: host }))).slice(9, 12)
    expect(await status('evil.example')).toBe('403')
    expect(await status(`evil.example:${port}`)).toBe('403')
    expect(await status('localhost:1')).toBe('403')
    expect(await status(`127.0.0.1:${port}`)).toBe('200')
    expect(await status('marquee.example')).toBe('200')
  })

  it('has an error code of the host, and like each answer of it the mark', async () => {
    const { port, lines } = await startProxyHost().then(({ host }) => host)
    const ask = (path: string, headers: Record<string, string> = {}) =>
      sendRaw(port, get(path, port, headers))
    const list = '/api/plugins/video/tasks'
    const answers = {
      'host-name': await ask(list, { Host: 'marquee.example' }),
      'no-key': await ask(list),
      'not-allowed': await ask('/api/other', { Authorization: `Bearer ${KEY}` }),
      none: await ask(list, { Authorization: `Bearer ${KEY}` }),
      overflow: await ask('/', { X: 'y'.repeat(20_000) }),
      malformed: await sendRaw(port, 'GET /\r\n\r\n'),
    }
    for (const [code, answer] of Object.entries(answers)) {
      expect(answer).toMatch(new RegExp(`\\r\\n${HOST_MARK_HEADER}: 1\\r\\n`, 'i'))
      const said = /x-marquee-host-error-code: (\S+)/i.exec(answer)?.[1] ?? 'none'
      expect(said).toBe(code in { overflow: 1, malformed: 1 } ? 'not-allowed' : code)
    }
    expect(lines.join()).toContain('"event":"host-name-refused"')
    expect(lines.join()).toContain('"name":"marquee.example","variable":"ALLOWED_HOSTS"')
  })

  it.each(['/api/plugins/video/tasks', '/host/info'])('is another site at %s', async (path) => {
    const { port } = await startTestHost()
    const status = async (site: string) =>
      (await sendRaw(port, get(path, port, { 'Sec-Fetch-Site': site }))).slice(9, 12)
    expect(await status('cross-site')).toBe('403')
    expect(await status('same-site')).toBe('403')
    expect(await status('none')).toBe('403')
    expect(await status('same-origin')).toBe('200')
  })

  it.each([
    '/api/../plugins/video/tasks',
    '/api//plugins/video/tasks',
    '/api/plugins/video/tasks/',
    '/api/plugins/video/../video/tasks',
    '/api/plugins/video/%2e%2e/video/tasks',
    '/api/plugins%2fvideo%2ftasks',
    '/api/plugins/video/%74asks',
    '/api/plugins\\video\\tasks',
    '/%61pi/plugins/video/tasks',
    '/API/plugins/video/tasks',
    '/api/api/plugins/video/tasks',
    '/api/account',
    'http://localhost/api/plugins/video/tasks',
    'http://evil.example/api/plugins/video/tasks',
    '//evil.example/api/plugins/video/tasks',
    'api/plugins/video/tasks',
  ])('is the target %s: nothing reaches the service', async (target) => {
    const { host, service } = await startProxyHost()
    const answer = await sendRaw(
      host.port,
      get(target, host.port, { Authorization: `Bearer ${KEY}` }),
    )
    expect(answer).not.toContain('"uuid"')
    expect(service.received).toEqual([])
    // The same way in, asked for plainly, is open.
    await sendRaw(
      host.port,
      get('/api/plugins/video/tasks', host.port, { Authorization: `Bearer ${KEY}` }),
    )
    expect(service.received).toHaveLength(1)
  })

  it('is a method that changes nothing here', async () => {
    const { port, url } = await startTestHost()
    expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${url}/host/info`, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${url}/csp-report`)).status).toBe(405)
    const trace = get('/api/x', port).replace('GET', 'TRACE')
    const refused = await sendRaw(port, trace)
    expect(refused).toMatch(/^HTTP\/1\.1 405 /)
    expect(refused).toMatch(/^allow: GET, HEAD, POST, DELETE\r$/im)
  })

  it('is a large body, before it was sent whole', async () => {
    const { host, service } = await startProxyHost()
    const answer = await sendRaw(
      host.port,
      `POST /api/plugins/poster/tasks HTTP/1.1\r\nHost: localhost:${host.port}\r\nConnection: close\r\n` +
        `Authorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n5000\r\n${'x'.repeat(0x5000)}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(service.received).toEqual([])
  })

  it('is a request that comes too slowly, never with 408', async () => {
    const { port } = await startTestHost({
      timeouts: { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 },
    })
    expect(await sendRaw(port, 'POST /api/plugins/poster/tasks HTTP/1.1\r\nHost: loc')).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    expect(await sendRaw(port, 'no HTTP at all\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('is no connection that was opened ahead of time: it only closes', async () => {
    const { port } = await startTestHost({
      timeouts: { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 },
    })
    expect(await sendRaw(port, '')).toBe('')
  })
})

it('closes the connection of a client that does not read its answer', async () => {
  const distDir = writeFolder({
    'index.html': '<!doctype html>',
    // More than the sockets of both sides hold.
    'assets/large.js': Buffer.alloc(64 * 1024 * 1024),
  })
  const { port, lines } = await startTestHost({ distDir, timeouts: { idleTimeout: 1000 } })
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(get('/assets/large.js', port))
  // The log has a line once the response is over.
  await vi.waitFor(() => expect(lines.join()).toContain('/assets/large.js'), 10_000)
  socket.destroy()
})

describe('/api', () => {
  it('is that path only, as it was sent', async () => {
    const { port } = await startTestHost()
    const isPage = async (target: string) =>
      (await sendRaw(port, get(target, port))).includes('<title>Marquee</title>')
    expect(await isPage('/%61pi/plugins/video/tasks')).toBe(true)
    expect(await isPage('/apis')).toBe(true)
    expect(await isPage('/api')).toBe(false)
  })

  it('hands the request on with its path, its query and its body', async () => {
    const seen: string[] = []
    const { url } = await startTestHost({
      taskApi: {
        fetch({ request, body = '' }) {
          seen.push(`${request.method} ${request.url.replace(/^.*?\d\//, '/')}`, body)
          return Response.json({}, { status: 201, headers: { 'Retry-After': '3' } })
        },
      },
    })
    const response = await fetch(`${url}/api/plugins/poster/tasks?page=2`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: 'body',
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(seen).toEqual(['POST /api/plugins/poster/tasks?page=2', 'body'])
  })

  it('answers a fault of the Task API with 500, and logs no word of its message', async () => {
    const host = await startTestHost({
      taskApi: {
        fetch: () => {
          throw new TypeError(`bad ${KEY}`)
        },
      },
    })
    const response = await fetch(`${host.url}/api/x`)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 500, data: null })
    expect(host.lines.join()).toContain('TypeError')
    expect(host.lines.join()).not.toContain(KEY)
  })

  it('cuts the request to the service when the browser leaves a list', async () => {
    const arrived = signalled()
    const cut = signalled()
    const { host } = await startProxyHost((response) => {
      response.once('close', () => cut.fire())
      arrived.fire()
    })
    const leaving = new AbortController()
    const reply = fetch(`${host.url}/api/plugins/video/tasks`, {
      headers: { Authorization: `Bearer ${KEY}` },
      signal: leaving.signal,
    })
    await arrived.fired
    leaving.abort()
    expect(await outcomeOf(reply)).toBe('cut')
    await cut.fired
  })
})

it('tells the connect screen which Task API this is', async () => {
  const info = { taskApi: 'local', demoKey: 'demo', sceneSamples: {} } as const
  const local = await startTestHost({ info })
  expect(await (await fetch(`${local.url}/host/info`)).json()).toEqual(info)
  const remote = await startTestHost()
  expect(await (await fetch(`${remote.url}/host/info`)).json()).toEqual({
    taskApi: 'remote',
    sceneSamples: {},
  })
  expect(await (await fetch(`${remote.url}/healthz`)).json()).toEqual({ status: 'ok' })
})

it('logs a violation that a browser reports', async () => {
  const host = await startTestHost()
  const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } }
  const headers = { 'Content-Type': 'application/csp-report' }
  const send = (body: string) => fetch(`${host.url}/csp-report`, { method: 'POST', headers, body })
  expect((await send(JSON.stringify(report))).status).toBe(204)
  expect((await send('x'.repeat(MAX_REPORT_BYTES + 1))).status).toBe(413)
  expect(host.lines.filter((line) => line.includes('csp-violation'))).toHaveLength(1)
})

it('gives each request an ID of its own: for the browser, the log and the service', async () => {
  const { host, service, post } = await startProxyHost()
  const ids = [await post(), await post()].map(({ headers }) => headers.get(REQUEST_ID_HEADER))
  expect(new Set(ids).size).toBe(2)
  expect(host.lines.map((line) => readJson(line))).toEqual(
    ids.map((id): unknown => expect.objectContaining({ id })),
  )
  const sent = service.received.map(({ headers }) =>
    headers.find(([name]) => name === 'X-Request-Id'),
  )
  expect(sent).toEqual(ids.map((id) => ['X-Request-Id', id]))
})

it('logs a line for each request: no query, no header, no body', async () => {
  const { host, post } = await startProxyHost()
  await post()
  await sendRaw(
    host.port,
    get(`/api/plugins/video/tasks?key=${KEY}`, host.port, {
      Authorization: `Bearer ${KEY}`,
      Cookie: KEY,
    }),
  )
  await sendRaw(host.port, get(`http://u:${KEY}@x.example/`, host.port))
  await sendRaw(host.port, get('/healthz', host.port, { Host: KEY }))
  expect(host.lines.map((line) => readJson(line))).toEqual([
    {
      time: textLike(/^\d{4}-.*Z$/),
      id: textLike(/^\d{16}$/),
      method: 'POST',
      path: '/api/plugins/poster/tasks',
      status: 200,
      ms: number,
    },
    expect.objectContaining({ method: 'GET', path: '/api/plugins/video/tasks', status: 200 }),
    expect.objectContaining({ path: '-', status: 400 }),
    expect.objectContaining({ event: 'host-name-refused', name: '-' }),
    expect.objectContaining({ path: '/healthz', status: 403 }),
  ])
  expect(host.lines.join()).not.toContain(KEY)
})
