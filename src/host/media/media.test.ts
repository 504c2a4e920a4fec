import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'

import { afterEach, describe, expect, it } from 'vitest'

import { MEDIA_PATH, MOST_MEDIA } from '#contract/media.ts'
import { viewCredential } from '#contract/views.ts'
import { createHostMetrics } from '#host/metrics/host-metrics.ts'
import { mediaReply, sendVideo, startHostFor, startMediaHost } from '#host/media/media.fixture.ts'
import { closeAfterTest, closeTestServers, KEY, startTestHost } from '#host/servers.fixture.ts'
import { START } from '#host/views/views.fixture.ts'

afterEach(closeTestServers)

const QUARTER_MS = 15 * 60_000

/** The status of an answer, and what the host says about it. */
async function refusalOf(pending: Promise<Response>) {
  const answer = await pending
  return [answer.status, answer.headers.get('x-marquee-host-error-code')]
}

describe('paths', () => {
  it('are given for what is handed out, with their end', async () => {
    const { ask, service } = await startMediaHost(sendVideo, {
      hosts: ['cdn.example', '*.media.example'],
      now: () => START,
    })
    const urls = {
      [`${service.url}/a b.mp4#part`]: true,
      'http://cdn.example/v.mp4': true,
      'HTTPS://CDN.Example:443/v.mp4': true,
      'https://a.b.media.example/v': true,
      'https://media.example/v': false,
      'https://cdn.example./v': false,
      'https://cdn.example:8443/v': false,
      'https://cdn.example.evil.example/v': false,
      'https://user@cdn.example/v': false,
      'ftp://cdn.example/v': false,
      '/v.mp4': false,
      '': false,
      [`https://cdn.example/${'x'.repeat(5000)}`]: false,
    }
    const answer = await ask(Object.keys(urls))
    const { paths, until } = mediaReply.parse(await answer.json())
    expect(until).toBe(START + QUARTER_MS)
    expect(paths.map((path) => path !== null)).toEqual(Object.values(urls))
    expect(paths[0]).toMatch(/^\/host\/media\/WzE[\w-]+\.[\w-]{43}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('are refused to a wrong key, to none, and to a lent view', async () => {
    const { ask, state } = await startMediaHost()
    expect((await ask(['http://127.0.0.1/'], 'wrong')).status).toBe(401)
    expect(await refusalOf(ask([], '', { headers: { Authorization: '' } }))).toEqual([
      401,
      'no-key',
    ])
    const view = viewCredential({ id: 'A'.repeat(22), secret: 'B'.repeat(22) })
    const before = state.asked
    expect(await refusalOf(ask([], view))).toEqual([403, 'not-allowed'])
    expect(state.asked).toBe(before)
  })

  it('are refused to other sites, other types, other methods and what is no request', async () => {
    const { ask, host } = await startMediaHost()
    const refusals: [RequestInit, number][] = [
      [{ headers: { 'Content-Type': 'text/plain' } }, 415],
      [{ headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
      [{ headers: { Origin: 'https://evil.example' } }, 403],
      [{ body: '{"urls":[1]}' }, 400],
      [{ body: '[' }, 400],
      [{ body: JSON.stringify({ urls: Array.from({ length: MOST_MEDIA + 1 }, () => '') }) }, 400],
      [{ body: `{"urls":["${'x'.repeat(600_000)}"]}` }, 413],
    ]
    for (const [init, status] of refusals) expect((await ask([], KEY, init)).status).toBe(status)
    expect((await fetch(host.url + MEDIA_PATH)).status).toBe(405)
  })

  it('are limited by key and minute, and the service is asked once for each key', async () => {
    const clock = { now: START }
    const { ask, state } = await startMediaHost(sendVideo, {
      now: () => clock.now,
      limits: { requestsPerMinute: 2 },
    })
    const statuses = async (key: string) => {
      const found: number[] = []
      for (let count = 0; count < 3; count += 1) found.push((await ask([], key)).status)
      return found
    }
    expect(await statuses(KEY)).toEqual([200, 200, 429])
    expect(await statuses(`${KEY}-2`)).toEqual([200, 200, 429])
    clock.now += 60_000
    expect(await statuses(KEY)).toEqual([200, 200, 429])
    expect(state.asked).toBe(2)
  })

  it('are not given by a host that hands out nothing', async () => {
    const host = await startTestHost()
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` }
    const init = { method: 'POST', headers, body: '{"urls":[]}' }
    expect((await fetch(host.url + MEDIA_PATH, init)).status).toBe(404)
    expect((await fetch(`${host.url}${MEDIA_PATH}/x`)).status).toBe(404)
  })
})

describe('a path', () => {
  it('ends after 15 minutes, and is cached no longer', async () => {
    const clock = { now: START }
    const { host, pathOf, service } = await startMediaHost(sendVideo, { now: () => clock.now })
    const path = await pathOf(`${service.url}/v`)
    clock.now += QUARTER_MS - 1500
    const answer = await fetch(host.url + path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=1',
    ])
    clock.now += 1500
    expect((await fetch(host.url + path)).status).toBe(403)
  })

  it('is refused if anything in it was changed', async () => {
    const { host, pathOf, service } = await startMediaHost()
    const path = await pathOf(`${service.url}/v`)
    const [carried = '', signature = ''] = path.slice(MEDIA_PATH.length + 1).split('.')
    const forge = (from: string, to: string) =>
      Buffer.from(Buffer.from(carried, 'base64url').toString().replace(from, to)).toString(
        'base64url',
      )
    const forged = [
      `${forge('/v', '/w')}.${signature}`,
      `${forge('[1', '[9')}.${signature}`,
      `${carried}.${signature.slice(1)}`,
      `${carried}.${'A'.repeat(43)}`,
      `${carried}.${signature}.x`,
      `${carried}.${signature}/x`,
      carried,
      '.',
      '',
    ]
    for (const token of forged)
      expect([token, (await fetch(`${host.url}${MEDIA_PATH}/${token}`)).status]).toEqual([
        token,
        403,
      ])
    expect(service.received).toEqual([])
    expect((await fetch(host.url + path)).status).toBe(200)
  })

  it('is valid at another host with the same secret and hosts, and at no other', async () => {
    const { pathOf, service } = await startMediaHost()
    const path = await pathOf(`${service.url}/v`)
    const statusAt = async (started: ReturnType<typeof startHostFor>) =>
      (await fetch((await started).host.url + path)).status
    expect(await statusAt(startHostFor(service.url))).toBe(200)
    expect(await statusAt(startHostFor(service.url, { secret: 'x'.repeat(32) }))).toBe(403)
    expect(await statusAt(startHostFor('http://127.0.0.1:9'))).toBe(403)
  })

  it('is only read, and not by pages of other sites', async () => {
    const { get } = await startMediaHost()
    const post = await get('/v', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const from = async (site: string) =>
      (await get('/v', { headers: { 'Sec-Fetch-Site': site } })).status
    expect(await Promise.all(['cross-site', 'same-site', 'same-origin', 'none'].map(from))).toEqual(
      [403, 403, 200, 200],
    )
  })
})

/** Opens connections that ask for a path and read nothing. */
function openReaders(port: number, path: string, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    closeAfterTest(() => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
    return socket
  })
}

it('hands out so much at once by key and in all, and again when something has ended', async () => {
  const { host, pathOf, service, media } = await startMediaHost(
    (response) => void response.writeHead(200, { 'Content-Type': 'video/mp4' }).write('x'),
    { limits: { streamsPerKey: 2, streams: 3 } },
  )
  const path = await pathOf(`${service.url}/v`)
  const [first] = openReaders(host.port, path, 2)
  await expect.poll(() => service.received.length).toBe(2)
  const refused = await fetch(host.url + path)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  const otherPath = await pathOf(`${service.url}/v`, `${KEY}-2`)
  openReaders(host.port, otherPath, 1)
  await expect.poll(() => service.received.length).toBe(3)
  expect((await fetch(host.url + otherPath)).status).toBe(503)
  expect(media.counts.get('overloaded')).toBe(2)
  first?.destroy()
  await expect.poll(() => media.counts.get('left')).toBe(1)
  const again = await fetch(host.url + path)
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

it('reads no faster than its readers: 200 who read nothing of an endless video', async () => {
  const chunk = Buffer.alloc(64 * 1024)
  const limits = { streamsPerKey: 200 }
  const { host, pathOf, service, media } = await startMediaHost(
    (response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4' })
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    },
    { limits },
  )
  const path = await pathOf(`${service.url}/v`)
  const before = process.memoryUsage()
  const readers = openReaders(host.port, path, 200)
  await expect.poll(() => service.received.length, { timeout: 20_000 }).toBe(200)
  // Once the buffers of the sockets are full, nothing moves any more.
  let bytes = -1
  await expect
    .poll(
      () => {
        const isStill = bytes === media.bytes() && bytes > 0
        bytes = media.bytes()
        return isStill
      },
      { interval: 300, timeout: 20_000 },
    )
    .toBe(true)
  const { heapUsed, external } = process.memoryUsage()
  // For both ends, in one process: less than 1 MB a reader.
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(200_000_000)
  const [reader] = readers
  reader?.resume()
  if (reader !== undefined) await once(reader, 'data')
  await expect.poll(() => media.bytes()).toBeGreaterThan(bytes)
}, 60_000)

it('shows in the metrics what happens, by no address', async () => {
  const metrics = createHostMetrics()
  const { media, get, service, host } = await startMediaHost()
  metrics.watchMedia(media)
  await (await get('/secret-name')).arrayBuffer()
  await fetch(`${host.url}${MEDIA_PATH}/x`)
  await expect.poll(() => media.counts.get('sent')).toBe(1)
  const { text } = await metrics.read()
  expect(text).toContain('marquee_media_total{event="sent"} 1\n')
  expect(text).toContain('marquee_media_total{event="refused"} 1\n')
  expect(text).toContain('marquee_media_total{event="gone"} 0\n')
  expect(text).toContain('marquee_media_bytes_total 1000\n')
  expect(text).not.toMatch(new RegExp(`secret-name|${new URL(service.url).host}`))
})
