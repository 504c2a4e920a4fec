import type { IncomingMessage, ServerResponse } from 'node:http'

import { afterEach, describe, expect, it } from 'vitest'

import { shareTurns } from '#host/media/media-answer.ts'
import { sendVideo, startHostFor, startMediaHost, VIDEO } from '#host/media/media.fixture.ts'
import { closeTestServers, signalled, startService } from '#host/servers.fixture.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

afterEach(closeTestServers)

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Answers with a status, headers and bytes. */
const answering =
  (status: number, headers: Record<string, string>, body: Buffer | string = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

it('hands out a video with headers of ours, and tells the media host nothing about the reader', async () => {
  const { service, get, host, events, media } = await startMediaHost()
  const answer = await get('/a/v.mp4?sig=1', {
    headers: { Cookie: 'session=1', Referer: 'https://page.example/', 'X-Other': 'x' },
  })
  expect(answer.status).toBe(200)
  expect(await bytesOf(answer)).toEqual(VIDEO)
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(VIDEO.length),
    'accept-ranges': 'bytes',
    etag: '"v1"',
    'last-modified': 'Mon, 30 Nov 2026 00:00:00 GMT',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-marquee-host': '1',
  })
  expect(headers['cache-control']).toMatch(/^private, max-age=(?:89\d|900)$/)
  for (const name of ['set-cookie', 'x-internal', 'content-disposition'])
    expect(headers).not.toHaveProperty(name)
  expect(service.received).toEqual([
    {
      method: 'GET',
      target: '/a/v.mp4?sig=1',
      headers: [
        ['Accept', 'video/*, image/*'],
        ['Accept-Encoding', 'identity'],
        ['Host', new URL(service.url).host],
        ['Connection', 'close'],
      ],
      body: '',
    },
  ])
  await expect.poll(() => media.counts.get('sent')).toBe(1)
  expect([media.bytes(), events]).toEqual([VIDEO.length, []])
  expect(host.lines.join()).toContain('"path":"/host/media/-","status":200')
})

it('seeks: passes ranges and their answers', async () => {
  const { service, get } = await startMediaHost()
  const part = await get('/v.mp4', { headers: { Range: 'bytes=500-599', 'If-Range': '"v1"' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 500-599/1000'])
  expect(await bytesOf(part)).toEqual(VIDEO.subarray(500, 600))
  expect(service.received[0]?.headers).toContainEqual(['if-range', '"v1"'])
  const beyond = await get('/v.mp4', { headers: { Range: 'bytes=5000-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  expect(await beyond.text()).toBe('')
})

it('says that a copy is still right', async () => {
  const { get } = await startMediaHost()
  const answer = await get('/v.mp4', { headers: { 'If-None-Match': '"v1"' } })
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
    304,
    '"v1"',
    '',
  ])
})

it('answers HEAD, also where the media host answers GET alone', async () => {
  const { service, get } = await startMediaHost((response, request) => {
    if (request.method === 'HEAD' && request.url === '/signed') response.writeHead(403).end()
    else sendVideo(response, request, '')
  })
  for (const path of ['/v.mp4', '/signed']) {
    const answer = await get(path, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '1000',
      '',
    ])
    expect(answer.headers.get('content-type')).toBe('video/mp4')
  }
  expect(service.received.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'GET'])
})

it.each([
  ['task 4711.mp4', 'task%204711.mp4'],
  ['视频 “a”.mp4', '%E8%A7%86%E9%A2%91%20%E2%80%9Ca%E2%80%9D.mp4'],
  ["../../etc/o'r(1)*.mp4", '-..-etc-o%27r%281%29-.mp4'],
  ['a\r\nX: y\u202e\0.mp4', 'aX- y.mp4'.replace(' ', '%20')],
  ['𝒱'.repeat(200), '%F0%9D%92%B1'.repeat(150)],
])('saves under the name %j', async (name, written) => {
  const { get } = await startMediaHost()
  const answer = await get('/v.mp4', {}, `?as=${encodeURIComponent(name)}`)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${written}`)
})

describe('the type', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
  it.each<[type: string | undefined, path: string, body: Buffer, expected: string | number]>([
    ['video/webm; codecs="vp9"', '/x', VIDEO, 'video/webm'],
    ['image/avif', '/x', png, 'image/avif'],
    ['image/svg+xml', '/x.mp4', VIDEO, 415],
    ['text/html', '/x.mp4', VIDEO, 415],
    ['video/<script>', '/x.mp4', VIDEO, 415],
    ['multipart/byteranges', '/x.mp4', VIDEO, 415],
    [undefined, '/x', VIDEO, 'video/mp4'],
    ['application/octet-stream', '/x.html', VIDEO, 'video/mp4'],
    ['binary/octet-stream', '/x', png, 'image/png'],
    [undefined, '/x', Buffer.from('1a45dfa3010000000000001f', 'hex'), 'video/webm'],
    [undefined, '/x', Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'image/jpeg'],
    [undefined, '/x', Buffer.from('GIF89a......'), 'image/gif'],
    [undefined, '/x', Buffer.from('RIFF....WEBP'), 'image/webp'],
    [undefined, '/x', Buffer.from('\0\0\0\x18ftypavif'), 'image/avif'],
    [undefined, '/x.mp4', Buffer.from('<!doctype html><script>'), 415],
    [undefined, '/x.txt', Buffer.from('GIF8'), 'image/gif'],
  ])('%s at %s', async (type, path, body, expected) => {
    const { get } = await startMediaHost(
      answering(200, type === undefined ? {} : { 'Content-Type': type }, body),
    )
    const answer = await get(path)
    const isSent = answer.status === 200
    expect(isSent ? answer.headers.get('content-type') : answer.status).toBe(expected)
    expect((await bytesOf(answer)).equals(body)).toBe(isSent)
  })

  it.each([
    ['/v.MP4', 'video/mp4'],
    ['/v.webm?x=.mp4', 'video/webm'],
    ['/v.html', null],
  ])('of a later part of %s follows its ending', async (path, type) => {
    const { get } = await startMediaHost((response, request) => sendVideo(response, request, ''))
    const answer = await get(path, { headers: { Range: 'bytes=9-' } })
    expect(answer.status === 206 ? answer.headers.get('content-type') : null).toBe(type)
  })

  it('is found in bytes that come one by one', async () => {
    const { get } = await startMediaHost((response) => {
      response.writeHead(200)
      const bytes = [...VIDEO.subarray(0, 20)]
      const next = () => {
        const byte = bytes.shift()
        if (byte === undefined) response.end(VIDEO.subarray(20))
        else response.write(Buffer.from([byte]), () => setImmediate(next))
      }
      next()
    })
    const answer = await get('/x')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(await bytesOf(answer)).toEqual(VIDEO)
  })
})

it.each<[upstream: number, status: number]>([
  [403, 410],
  [404, 410],
  [410, 410],
  [401, 502],
  [204, 502],
  [500, 502],
  [300, 502],
])('answers %i of the media host with %i', async (upstream, status) => {
  const { get, events, media } = await startMediaHost(answering(upstream, {}))
  const answer = await get('/secret-name.mp4')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
  const isFault = status === 502
  const line = /^\{"time":"[^"]+","event":"media-fault","id":"\d{16}","reason":"HTTP_\d+"\}$/
  expect(events.map((event) => line.test(event))).toEqual(isFault ? [true] : [])
  expect(events.join()).not.toMatch(/secret-name|127\.0\.0\.1/)
  await expect.poll(() => media.counts.get(isFault ? 'fault' : 'gone')).toBe(1)
})

it('refuses what is coded or too large, and what is larger than it said', async () => {
  const limits = { bytes: 999 }
  const coded = await startMediaHost(
    answering(200, { 'Content-Type': 'video/mp4', 'Content-Encoding': 'gzip' }, VIDEO),
  )
  expect((await coded.get('/v')).status).toBe(502)
  const large = await startMediaHost(sendVideo, { limits })
  expect((await large.get('/v')).status).toBe(413)
  const unsaid = await startMediaHost(
    (response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4' })
      response.write(VIDEO.subarray(0, 500))
      response.end(VIDEO)
    },
    { limits },
  )
  await expect(unsaid.get('/v').then(bytesOf)).rejects.toThrow(/terminated|fetch failed/)
  await expect.poll(() => unsaid.events.join()).toContain('"reason":"TOO_LARGE"')
})

it('cuts an answer whose rest does not come, and one that the media host breaks off', async () => {
  const part = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': VIDEO.length })
    response.write(VIDEO.subarray(0, 100))
  }
  const idle = await startMediaHost(part, { limits: { idleMs: 50 } })
  await expect(bytesOf(await idle.get('/v'))).rejects.toThrow('terminated')
  await expect.poll(() => idle.events.join()).toContain('"reason":"IDLE"')
  const broken = await startMediaHost((response) => {
    part(response)
    setImmediate(() => response.destroy())
  })
  await expect(bytesOf(await broken.get('/v'))).rejects.toThrow('terminated')
  await expect.poll(() => broken.media.counts.get('broken-off')).toBe(1)
})

it('answers 504 if the media host is silent, and 502 if it cannot be reached', async () => {
  const silent = await startMediaHost(() => undefined, { limits: { firstByteMs: 50 } })
  expect((await silent.get('/v')).status).toBe(504)
  const headOnly = await startMediaHost(
    (response) => {
      response.writeHead(200)
      response.flushHeaders()
    },
    { limits: { firstByteMs: 50 } },
  )
  expect((await headOnly.get('/v')).status).toBe(504)
  expect(headOnly.events.join()).toContain('"reason":"TIMEOUT"')
  const away = await startMediaHost((response) => void response.socket?.destroy())
  expect((await away.get('/v')).status).toBe(502)
})

it('trusts no certificate that the machine does not trust', async () => {
  const service = await startService(sendVideo, makeTestCertificate())
  const { get, events } = await startHostFor(service.url)
  expect((await get('/v')).status).toBe(502)
  expect(service.received).toEqual([])
  expect(events.join()).toContain('"reason":"DEPTH_ZERO_SELF_SIGNED_CERT"')
})

describe('redirects', () => {
  /** A media host that redirects from /n to /n-1, and from /0 to an address. */
  const redirecting = (to: string) => (response: ServerResponse, request: IncomingMessage) => {
    const step = Number((request.url ?? '').slice(1))
    if (request.url === '/v.mp4') sendVideo(response, request, '')
    else response.writeHead(302, { Location: step === 0 ? to : `/${step - 1}` }).end()
  }

  it('are followed three times', async () => {
    const { get } = await startMediaHost(redirecting('/v.mp4'))
    const answer = await get('/2')
    expect([answer.status, await bytesOf(answer)]).toEqual([200, VIDEO])
    expect((await get('/3')).status).toBe(502)
  })

  it.each(['javascript:1', 'http://', 'ftp://127.0.0.1/', 'http://user:pw@127.0.0.1/'])(
    'to %s are not followed',
    async (to) => {
      const { get } = await startMediaHost(redirecting(to))
      expect((await get('/0')).status).toBe(502)
    },
  )

  it('to another origin are not followed, not even to the same machine', async () => {
    const other = await startService(sendVideo)
    const { get, events } = await startMediaHost(redirecting(`${other.url}/v.mp4`))
    expect((await get('/0')).status).toBe(502)
    expect(other.received).toEqual([])
    expect(events.join()).toContain('"reason":"NOT_HANDED_OUT"')
  })

  it('to another origin that is handed out, too, are followed', async () => {
    const other = await startService(sendVideo)
    const { get } = await startMediaHost(redirecting(`${other.url}/v.mp4`), { hosts: [other.url] })
    expect((await get('/0')).status).toBe(200)
  })
})

it('ends the request to the media host at once when the client leaves', async () => {
  const left = signalled()
  const { pathOf, host, service, media } = await startMediaHost((response, request) => {
    response.once('close', () => left.fire())
    if (request.url === '/slow') return
    response.writeHead(200, { 'Content-Type': 'video/mp4' })
    response.write(VIDEO)
  })
  const leaving = new AbortController()
  const path = await pathOf(`${service.url}/v`)
  const answer = await fetch(host.url + path, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await left.fired
  await expect.poll(() => media.counts.get('left')).toBe(1)
  const early = new AbortController()
  const waiting = fetch(host.url + (await pathOf(`${service.url}/slow`)), { signal: early.signal })
  await expect.poll(() => service.received.length).toBe(2)
  early.abort()
  await expect(waiting).rejects.toThrow('aborted')
  await expect.poll(() => media.counts.get('left')).toBe(2)
})

it('lets something else come between so many bytes of all streams', async () => {
  const takeTurn = shareTurns(100)
  const order: string[] = []
  expect(takeTurn(60)).toBeUndefined()
  setImmediate(() => order.push('a list'))
  const send = async (turn: Promise<void> | undefined) => {
    await turn
    order.push('a stream')
  }
  await Promise.all([send(takeTurn(60)), send(takeTurn(1))])
  expect(order).toEqual(['a list', 'a stream', 'a stream'])
  expect(takeTurn(60)).toBeUndefined()
})
