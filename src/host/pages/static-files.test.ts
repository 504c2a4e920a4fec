import { brotliCompressSync, gzipSync } from 'node:zlib'

import { afterEach, expect, it } from 'vitest'

import { closeTestServers, sendRaw, startTestHost, writeFolder } from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const SCRIPT = 'console.log("marquee");'.repeat(20)
const PAGE = '<!doctype html><title>Marquee</title>'
const contentLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const CLIP = Buffer.from(Array.from({ length: 256 }, (_, index) => index))

async function openApp() {
  const outside = writeFolder({
    'secret.txt': 'S3CRET',
    'dist/index.html': PAGE,
    'dist/assets/app-1a2b.js': SCRIPT,
    'dist/assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
    'dist/assets/app-1a2b.js.gz': gzipSync(SCRIPT),
    'dist/assets/picture-worker-1a2b.js': SCRIPT,
    'dist/media/clip.mp4': CLIP,
    'dist/media/.hidden.mp4': CLIP,
    'dist/favicon.svg': '<svg/>',
    'dist/sw.js': SCRIPT,
    'samples/firework.webm': CLIP,
    'samples/real_cake.mp4': CLIP,
    'samples/notes.txt': 'S3CRET',
    'samples/me.mp4': CLIP,
  })
  const host = await startTestHost({
    distDir: `${outside}/dist`,
    sceneSamples: `${outside}/samples`,
  })
  return {
    host,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${host.url}${path}`, { headers, method }),
  }
}

it('serves hashed assets for a year', async () => {
  const { get } = await openApp()
  const response = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'identity' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(await response.text()).toBe(SCRIPT)
})

it('sends the long policies with what can be opened as a page or runs by itself, and short ones with parts of the page', async () => {
  const { get } = await openApp()
  const policiesOf = async (path: string) => {
    const { headers } = await get(path)
    return [headers.get('content-security-policy'), headers.get('permissions-policy')]
  }
  for (const path of ['/', '/favicon.svg', '/sw.js', '/media/clip.mp4', '/assets/gone.js']) {
    const [content, permissions] = await policiesOf(path)
    expect(content).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(permissions).toMatch(/camera=\(\)/)
  }
  expect(await policiesOf('/assets/app-1a2b.js')).toEqual(["default-src 'none'; sandbox", null])
  // By the standard, a worker in a sandbox does not start.
  expect(await policiesOf('/assets/picture-worker-1a2b.js')).toEqual(["default-src 'none'", null])
})

it('makes browsers revalidate the service worker each time', async () => {
  const { get } = await openApp()
  const response = await get('/sw.js')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
})

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(SCRIPT)],
  ['gzip, deflate', 'gzip', gzipSync(SCRIPT)],
  ['GZIP ; q=0.5', 'gzip', gzipSync(SCRIPT)],
  ['br;q=0, gzip;q=0.1', 'gzip', gzipSync(SCRIPT)],
  ['x-br, brx, gzip', 'gzip', gzipSync(SCRIPT)],
  ['br; q=0.000 ,gzip;q=0', null, Buffer.from(SCRIPT)],
])(
  'serves the smallest copy made at build to a browser that takes %s',
  async (accepts, encoding, copy) => {
    const { get } = await openApp()
    const response = await get('/assets/app-1a2b.js', { 'Accept-Encoding': accepts })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('content-length')).toBe(String(copy.length))
    expect(await response.text()).toBe(SCRIPT)
  },
)

it.each(['/', '/tasks', '/posters/new', '/media', '/tasks?status=failed&q=a.b'])(
  'serves the page at %s, never from a cache',
  async (path) => {
    const { get } = await openApp()
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe(PAGE)
  },
)

it.each([
  '/assets/gone-1a2b.js',
  '/assets/gone',
  '/assets/',
  '/media/gone.mp4',
  '/robots.txt',
  '/tasks/x.map',
  '/.env',
  '/.hidden/tasks',
  '/media/.hidden.mp4',
  '/scene-samples/youqian.webm',
  '/scene-samples/notes.txt',
  '/scene-samples/me.mp4',
  '/scene-samples/firework',
  '/assets/app-1a2b.js.br',
])('answers 404 in plain text at %s', async (path) => {
  const { get } = await openApp()
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

it('serves clips in ranges, for a day', async () => {
  const { get } = await openApp()
  const whole = await get('/media/clip.mp4')
  expect(whole.status).toBe(200)
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  expect(whole.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  // A Marquee on another host plays it.
  expect(whole.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const part = await get('/media/clip.mp4', { Range: 'bytes=10-19' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe('bytes 10-19/256')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(CLIP.subarray(10, 20))
  expect((await get('/media/clip.mp4', { Range: 'bytes=256-' })).status).toBe(416)
})

it('serves samples of the scenes in ranges, for an hour, to its own pages', async () => {
  const { get } = await openApp()
  const whole = await get('/scene-samples/firework.webm?v=2')
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'content-type': 'video/webm',
    'content-security-policy': contentLike(/^default-src 'none'/),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  const part = await get('/scene-samples/real_cake.mp4', { Range: 'bytes=10-19' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(CLIP.subarray(10, 20))
  expect((await get('/scene-samples/firework.webm', {}, 'POST')).status).toBe(405)
  const without = await startTestHost()
  expect((await fetch(`${without.url}/scene-samples/firework.webm`)).status).toBe(404)
})

it('answers HEAD without a body, and no other method', async () => {
  const { get } = await openApp()
  const head = await get('/tasks', {}, 'HEAD')
  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe(String(PAGE.length))
  expect(await head.text()).toBe('')
  const post = await get('/tasks', {}, 'POST')
  expect(post.status).toBe(405)
  expect(post.headers.get('allow')).toBe('GET, HEAD')
})

it('says on the screen that a share has not arrived, and keeps nothing of it', async () => {
  const { get, host } = await openApp()
  const body = new FormData()
  body.append('pictures', new File([new Uint8Array(3_000_000)], 'lin.jpg'))
  const headers = { 'Sec-Fetch-Site': 'none', Origin: 'null' }
  const share = { method: 'POST', body, headers, redirect: 'manual' } as const
  const response = await fetch(`${host.url}/share`, share)
  expect(response.status).toBe(303)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: '/posters?shared=lost',
    'cache-control': 'no-store',
    'content-security-policy': contentLike(/^default-src 'none'/),
  })
  expect((await get('/share/1', {}, 'POST')).status).toBe(405)
  expect((await get('/share', {}, 'PUT')).status).toBe(405)
})

it.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..\\..\\secret.txt',
  '//../secret.txt',
])('serves nothing outside the app: %s', async (target) => {
  const { host } = await openApp()
  const answer = await sendRaw(
    host.port,
    `GET ${target} HTTP/1.1\r\nHost: localhost:${host.port}\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain('S3CRET')
})
