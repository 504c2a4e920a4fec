import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIP, Socket } from 'node:net'

import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'

import { readConfig } from '#host/config.ts'
import { ipv4, ipv6, isRefused } from '#host/media/addresses.fixture.ts'
import { fetchMedia } from '#host/media/media-fetch.ts'
import { closeAfterTest, closeTestServers, portOf } from '#host/servers.fixture.ts'

afterEach(closeTestServers)

/** Where connections were tried to, by the address that the operating system got; all are answered by the one server. */
const tried: { address: string; port: number }[] = []
const server = createServer()

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function'
}

/** Has all connections of this process noted, and led to the one server. @returns undoes it */
async function interceptConnections() {
  server.listen(0, '127.0.0.1')
  closeAfterTest(() => server.close())
  await once(server, 'listening')
  // node:net calls this last, with the address that it has chosen.
  const probe = new Socket()
  probe.connect(portOf(server), '127.0.0.1')
  await once(probe, 'connect')
  const handle: unknown = Reflect.get(probe, '_handle')
  probe.destroy()
  if (typeof handle !== 'object' || handle === null) throw new Error('there is no handle')
  const calls: unknown = Object.getPrototypeOf(handle)
  if (typeof calls !== 'object' || calls === null) throw new Error('there are no calls')
  const connect: unknown = Reflect.get(calls, 'connect')
  const connect6: unknown = Reflect.get(calls, 'connect6')
  if (!isFunction(connect)) throw new Error('there is no connect')
  const original = connect
  function note(this: unknown, request: unknown, address: string, port: number): unknown {
    tried.push({ address, port })
    return Reflect.apply(original, this, [request, '127.0.0.1', portOf(server)])
  }
  Reflect.set(calls, 'connect', note)
  Reflect.set(calls, 'connect6', note)
  return () => {
    Reflect.set(calls, 'connect', connect)
    Reflect.set(calls, 'connect6', connect6)
  }
}

const NAMES = ['cdn.example', 'a.media.example', 'evil.example', 'metadata.google.internal']
const host = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('cdn.example', 'a.media.example') },
  fc.constantFrom(
    ...NAMES,
    'cdn.example.',
    'CDN.EXAMPLE',
    'cdn.example%2e',
    'localhost',
    'cdn。example',
  ),
  fc.constantFrom(
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::]',
    '0',
  ),
  ipv4,
  ipv6.map((address) => `[${address}]`),
)
const address = fc
  .record({
    scheme: fc.constantFrom('http', 'http', 'http', 'https', 'ftp', 'HTTP'),
    user: fc.constantFrom('', '', '', 'user@', 'cdn.example@', 'cdn.example:80@'),
    host,
    port: fc.constantFrom('', '', '', ':80', ':443', ':8080', ':22'),
  })
  .map(({ scheme, user, host: name, port }) => `${scheme}://${user}${name}${port}/v.mp4`)
const location = fc.oneof(
  address,
  fc.constantFrom('//127.0.0.1/', '/again', '//evil.example', '\\\\127.0.0.1'),
)
const family = (text: string): LookupAddress => ({ address: text, family: isIP(text) })
const answer = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('93.184.216.34', '2a00:1450::1') },
    fc.constantFrom('127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', 'fe80::1', 'fd00:ec2::254'),
    ipv4,
    ipv6,
  ),
  { maxLength: 3 },
)
const entries = fc.uniqueArray(
  fc.constantFrom('cdn.example', '*.media.example', '*.example.org', 'metadata.google.internal'),
  { minLength: 1 },
)

it('opens connections to public addresses and the usual ports only', async () => {
  closeAfterTest(await interceptConnections())
  let connections = 0
  let redirected = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        entries,
        first: address,
        // What the resolver says, each time something else.
        answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
        redirects: fc.array(location, { maxLength: 4 }),
        method: fc.constantFrom('GET', 'HEAD'),
      }),
      async ({ entries: written, first, answers, redirects, method }) => {
        if (!URL.canParse(first)) return
        const hosts = readConfig({ MEDIA_PROXY: written.join() }).media?.hosts ?? []
        let asked = 0
        const steps = [...redirects]
        server.removeAllListeners('request')
        server.on('request', (_request, response) => {
          const next = steps.shift()
          if (next !== undefined) redirected += 1
          response
            .writeHead(next === undefined ? 200 : 302, {
              ...(next !== undefined && { Location: encodeURI(next) }),
              Connection: 'close',
            })
            .end()
        })
        tried.length = 0
        const ending = new AbortController()
        const request = { method, headers: {}, signal: ending.signal }
        await fetchMedia(new URL(first), request, {
          hosts,
          resolve: (_hostname, callback) => {
            const found = answers[asked % answers.length] ?? []
            asked += 1
            callback(null, found.map(family))
          },
        })
        ending.abort()
        connections += tried.length
        for (const { address: to, port } of tried)
          expect([to, port, isRefused(to), port === 80 || port === 443]).toEqual([
            to,
            port,
            false,
            true,
          ])
        // Each connection has the answer of one lookup: several if the first address does not answer.
        expect(tried.length).toBeLessThanOrEqual(asked * 3)
      },
    ),
    { numRuns: 10_000, endOnFailure: true },
  )
  // It has not passed because nothing was tried.
  expect(connections).toBeGreaterThan(500)
  expect(redirected).toBeGreaterThan(100)
}, 300_000)
