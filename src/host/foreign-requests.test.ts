import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, it } from 'vitest'

import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import {
  closeTestServers,
  CREATE_PATH,
  creation,
  KEY,
  LIST_PATH,
  openTestStore,
  readJson,
  sendRaw,
  startProxyHost,
  startTestHost,
} from '#host/servers.fixture.ts'
import { getOverTls } from '#host/tls/tls.fixture.ts'

afterEach(closeTestServers)

const ID = '11111111-2222-4333-8444-555555555555'
const report = '{"csp-report":{"effective-directive":"img-src","blocked-uri":"inline"}}'

/** What is asked for: method and path, and the body of a POST with its type. */
const requests = {
  list: ['GET', `/api${LIST_PATH}`, '', ''],
  creation: ['POST', `/api${CREATE_PATH}`, JSON.stringify(creation), 'application/json'],
  info: ['GET', '/host/info', '', ''],
  submission: ['DELETE', `/host/idempotency-keys/${ID}`, '', ''],
  report: ['POST', '/csp-report', report, 'application/csp-report'],
} as const
type RequestName = keyof typeof requests
const names: RequestName[] = ['list', 'creation', 'info', 'submission', 'report']

/** Headers of which two are one too many. */
const SINGLE = [
  'Host',
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Origin',
  'Sec-Fetch-Site',
  IDEMPOTENCY_HEADER,
]

/** Sends one of the requests, its headers as they are given. */
async function send(port: number, name: RequestName, headers: readonly string[]) {
  const [method, path, body, type] = requests[name]
  const usual = [`Host: localhost:${port}`, `Authorization: Bearer ${KEY}`, `Content-Type: ${type}`]
  // One that is given takes the place of the usual one.
  const isGiven = (line: string) =>
    headers.some((given) => given.split(':')[0] === line.split(':')[0])
  const lines = [
    ...usual.filter((line) => !isGiven(line)),
    ...headers,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

const statusOf = (answer: string) => Number(answer.slice(9, 12))

/** What makes an answer data for a browser. */
function expectDataHeaders(answer: string) {
  expect(answer).toMatch(/^content-security-policy: default-src 'none'; sandbox\r$/im)
  expect(answer.match(/^content-security-policy:/gim)).toHaveLength(1)
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(answer).toMatch(/^cross-origin-resource-policy: same-origin\r$/im)
  expect(answer).toMatch(/^cache-control: no-store\r$/im)
}

describe.each(names)('the request "%s"', (name) => {
  it.each([
    'https://evil.example',
    'https://marquee.example.evil.example',
    'http://127.0.0.1:1',
    'null',
    '',
  ])('is refused to a page of the origin %j', async (origin) => {
    const { host, service } = await startProxyHost(
      undefined,
      {},
      { allowedHosts: ['marquee.example'] },
    )
    const answer = await send(host.port, name, [`Origin: ${origin}`])
    expect(statusOf(answer)).toBe(403)
    expect(answer).toContain('ALLOWED_HOSTS')
    expect(answer).toContain(`${HOST_ERROR_CODE_HEADER}: host-name`)
    expect(host.lines.join()).toContain('"variable":"ALLOWED_HOSTS"')
    expectDataHeaders(answer)
    expect(service.received).toEqual([])
    expect(host.lines.join()).not.toContain('csp-violation')
  })

  it('is answered to our own page, also behind a proxy that ends TLS', async () => {
    const { host } = await startProxyHost(undefined, {}, { allowedHosts: ['marquee.example'] })
    const isAnswered = async (headers: readonly string[]) =>
      [200, 204].includes(statusOf(await send(host.port, name, headers)))
    expect(await isAnswered([])).toBe(true)
    expect(await isAnswered([`Origin: http://localhost:${host.port}`])).toBe(true)
    expect(await isAnswered(['Host: marquee.example', 'Origin: https://marquee.example'])).toBe(
      true,
    )
    // It may also say the name that it knows the host by.
    expect(await isAnswered(['Origin: https://marquee.example'])).toBe(true)
  })

  it('is refused to a page under a name that the host does not know, which the log names', async () => {
    const { host, service } = await startProxyHost()
    const own = ['Origin: https://marquee.example:8443', 'Sec-Fetch-Site: same-origin']
    const answer = await send(host.port, name, own)
    expect(statusOf(answer)).toBe(403)
    expect(answer).toContain(`${HOST_ERROR_CODE_HEADER}: host-name`)
    expect(service.received).toEqual([])
    const [line = ''] = host.lines
    expect(readJson(line)).toMatchObject({
      event: 'host-name-refused',
      name: 'marquee.example:8443',
      variable: 'ALLOWED_HOSTS',
    })
  })

  it.each(['cross-site', 'same-site', 'none'])('is refused to %s', async (site) => {
    const { host } = await startProxyHost()
    const answer = await send(host.port, name, [`Sec-Fetch-Site: ${site}`])
    expect(statusOf(answer)).toBe(403)
    expectDataHeaders(answer)
  })

  it.each(SINGLE)('is refused with two of %s, even equal ones', async (header) => {
    const { host, service } = await startProxyHost()
    const values: Readonly<Record<string, string>> = {
      Host: `localhost:${host.port}`,
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'identity',
      Origin: host.url,
      'Sec-Fetch-Site': 'same-origin',
      [IDEMPOTENCY_HEADER]: ID,
    }
    const line = `${header}: ${values[header] ?? ''}`
    const answer = await send(host.port, name, [line, line])
    expect(statusOf(answer)).toBe(400)
    expect(answer).toContain(`The header ${header.toLowerCase()} stands more than once.`)
    expectDataHeaders(answer)
    expect(service.received).toEqual([])
  })
})

it('over TLS, a page has an https origin', async () => {
  const tls = makeTestCertificate()
  const { url, port } = await startTestHost({ tls })
  const status = async (origin: string) =>
    (await getOverTls(`${url}/host/info`, tls, { Origin: origin })).status
  expect(await status(`https://127.0.0.1:${port}`)).toBe(200)
  expect(await status(`http://127.0.0.1:${port}`)).toBe(403)
})

it('the page itself is open to links from anywhere', async () => {
  const { url } = await startTestHost()
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await fetch(`${url}/tasks`, { headers })).status).toBe(200)
})

describe('a POST', () => {
  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('of the type %j changes nothing', async (type) => {
    const store = openTestStore()
    const { host, service } = await startProxyHost(undefined, {}, { store })
    const headers = [`Content-Type: ${type}`, `${IDEMPOTENCY_HEADER}: ${ID}`]
    const answer = await send(host.port, 'creation', headers)
    expect(statusOf(answer)).toBe(415)
    expectDataHeaders(answer)
    expect(statusOf(await send(host.port, 'report', headers))).toBe(415)
    expect(host.lines.join()).not.toContain('csp-violation')
    expect(service.received).toEqual([])
    // The creation that the id names may still come.
    expect(statusOf(await send(host.port, 'creation', [`${IDEMPOTENCY_HEADER}: ${ID}`]))).toBe(200)
  })

  it('is refused with a Content-Encoding', async () => {
    const { host, service } = await startProxyHost()
    expect(statusOf(await send(host.port, 'creation', ['Content-Encoding: gzip']))).toBe(415)
    expect(service.received).toEqual([])
    expect(statusOf(await send(host.port, 'creation', ['Content-Encoding: identity']))).toBe(200)
  })

  it.each(['application/csp-report', 'application/reports+json; charset=utf-8'])(
    'of the type %s is a report',
    async (type) => {
      const { host } = await startProxyHost()
      expect(statusOf(await send(host.port, 'report', [`Content-Type: ${type}`]))).toBe(204)
      expect(host.lines.join()).toContain('csp-violation')
    },
  )
})

describe('a refusal before the path is read has the headers of data, too:', () => {
  const head = (port: number, target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost:${port}`
  it.each<[string, number, (port: number) => string]>([
    [
      'another name',
      403,
      () => 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
    ['no name', 403, () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no name in HTTP/1.0', 403, () => 'GET / HTTP/1.0\r\n\r\n'],
    [
      'a path to be resolved',
      400,
      (port) => `${head(port, '/a/../b')}\r\nConnection: close\r\n\r\n`,
    ],
    [
      'an expectation',
      417,
      (port) => `${head(port, '/')}\r\nExpect: x\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a name with a blank',
      400,
      (port) => `${head(port, '/')}\r\nX Y: z\r\nConnection: close\r\n\r\n`,
    ],
    ['HTTP/0.9', 505, () => 'GET /\r\n\r\n'],
    ['HTTP/2 without its preface', 505, () => 'GET / HTTP/2.0\r\n\r\n'],
    [
      'chunks in HTTP/1.0',
      400,
      () => 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers without end', 431, (port) => `${head(port, '/')}\r\nX: ${'x'.repeat(20_000)}`],
    ['no HTTP', 400, () => 'SSH-2.0-x\r\n\r\n'],
  ])('%s', async (_what, status, bytes) => {
    const { port } = await startTestHost()
    const answer = await sendRaw(port, bytes(port))
    expect(statusOf(answer)).toBe(status)
    expectDataHeaders(answer)
  })
})

it('says to a person that an address is too long', async () => {
  const { port } = await startTestHost()
  const answer = await sendRaw(port, `GET /tasks?q=${'%E4'.repeat(6_600)} HTTP/1.1\r\n`)
  expect(statusOf(answer)).toBe(431)
  expect(answer).toMatch(/\r\n\r\nThis address, .* is too long\. Shorten the address\.\n$/)
})

it('gives one answer to one request, even if its sender leaves in the middle', async () => {
  const { port } = (await startProxyHost()).host
  const socket = connect(port, '127.0.0.1')
  const received = text(socket)
  socket.write(`POST /api${CREATE_PATH} HTTP/1.1\r\nHost: localhost:${port}\r\n`)
  socket.write(`Authorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`)
  socket.write('Content-Length: 100000\r\n\r\nhalf')
  await once(socket, 'data')
  socket.end()
  expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
})
