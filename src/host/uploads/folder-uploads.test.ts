import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { MAX_UPLOAD_BYTES, UPLOADS_PATH } from '#contract/uploads.ts'
import {
  closeTestServers,
  KEY,
  readJson,
  sendRaw,
  signalled,
  startTestHost,
} from '#host/servers.fixture.ts'
import type { TaskApi, TaskRequest } from '#host/task-api.ts'
import { jpeg, jpegParts, segment } from '#host/uploads/jpeg.fixture.ts'
import { acceptingApi, beginUpload, startUploadHost } from '#host/uploads/uploads.fixture.ts'

afterEach(closeTestServers)

const address = /^\/uploads\/mq-[\da-f]{32}-[\da-z]{6}\.jpg$/
const largest = jpeg(jpegParts(2048, 2048, MAX_UPLOAD_BYTES - jpeg().length + 100))

/** What all open files of Node have in common. */
async function fileHandles(): Promise<Pick<FileHandle, 'appendFile'>> {
  const handle = await open(import.meta.filename)
  await handle.close()
  const prototype: unknown = Object.getPrototypeOf(handle)
  if (!hasAppendFile(prototype)) throw new Error('Node has other file handles')
  return prototype
}
function hasAppendFile(value: unknown): value is Pick<FileHandle, 'appendFile'> {
  return typeof value === 'object' && value !== null && 'appendFile' in value
}

/** Expects that nothing was answered, although the host had time to do so. */
async function expectSilence(socket: Socket, port: number) {
  for (let count = 0; count < 3; count += 1) {
    await sendRaw(
      port,
      `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    )
  }
  expect(socket.bytesRead).toBe(0)
}

describe('a picture', () => {
  it('is kept, and served to everyone who has its address', async () => {
    const { url, upload, files, uploads } = await startUploadHost()
    expect(largest).toHaveLength(MAX_UPLOAD_BYTES)
    const path = await upload(largest)
    expect(path).toMatch(address)
    const answer = await fetch(url + path)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(largest)).toBe(true)
    const head = await fetch(url + path, { method: 'HEAD' })
    for (const { headers } of [answer, head]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(MAX_UPLOAD_BYTES),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
    }
    expect(await head.text()).toBe('')
    expect(files()).toHaveLength(1)
    expect(uploads.bytes()).toEqual({ kept: MAX_UPLOAD_BYTES, reserved: 0 })
  })

  it('has an address under the public name of the host', async () => {
    const { upload } = await startUploadHost({ publicUrl: 'https://marquee.example' })
    expect(await upload()).toMatch(/^https:\/\/marquee\.example\/uploads\/[^/]+\.jpg$/)
  })

  it('is deleted by who has uploaded it, and by nobody else', async () => {
    const { url, upload, forget, files } = await startUploadHost()
    const path = await upload()
    expect(await forget(path, 'CANARY-key-2')).toBe(403)
    expect((await fetch(url + path)).status).toBe(200)
    expect(await forget(path)).toBe(204)
    expect((await fetch(url + path)).status).toBe(404)
    expect(await forget(path)).toBe(404)
    expect(files()).toEqual([])
    const noKey = await fetch(`${url}${UPLOADS_PATH}/${'0'.repeat(32)}-1`, { method: 'DELETE' })
    expect(noKey.status).toBe(401)
  })

  it('is sent whole if it is deleted meanwhile, and a reader who leaves costs nothing', async () => {
    const { url, upload, forget, errors } = await startUploadHost()
    const path = await upload(largest)
    const reading = await fetch(url + path)
    const leaving = new AbortController()
    await fetch(url + path, { signal: leaving.signal })
    leaving.abort()
    expect(await forget(path)).toBe(204)
    expect((await reading.arrayBuffer()).byteLength).toBe(MAX_UPLOAD_BYTES)
    expect(errors).toEqual([])
  })
})

it.each([
  ['/uploads/', 404],
  ['/uploads/x.jpg', 404],
  [`/uploads/${'0'.repeat(32)}-zzzzzz.jpg`, 404],
  ['/uploads/other.txt', 404],
  ['/uploads/..%2fother.txt', 400],
  ['/uploads/../uploads/other.txt', 400],
  ['/uploads/%2e%2e/other.txt', 400],
  ['/uploads/..;/other.txt', 404],
  ['/uploads/constructor.jpg', 404],
  ['/uploads/__proto__.jpg', 404],
])('nothing but pictures is served: GET %s', async (target, status) => {
  const { port, upload, dataDir } = await startUploadHost()
  await upload()
  for (const folder of [dataDir, `${dataDir}/uploads`]) writeFileSync(`${folder}/other.txt`, KEY)
  const answer = await sendRaw(
    port,
    `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
  )
  expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
  expect(answer).not.toContain(KEY)
  expect(answer).not.toContain('<title>')
  expect(answer).toMatch(/^content-security-policy: default-src 'none'; sandbox\r$/im)
  expect(answer).toMatch(/^cache-control: no-store\r$/im)
})

describe('an upload is refused', () => {
  it.each([
    ['without a key', { Authorization: '' }, 401],
    ['with another type', { 'Content-Type': 'image/png' }, 415],
    ['for a bucket', { 'Content-Type': 'application/json' }, 409],
    ['with a type that has parameters', { 'Content-Type': 'image/jpeg; x=y' }, 415],
    ['without a type', { 'Content-Type': '' }, 415],
    ['compressed', { 'Content-Encoding': 'gzip' }, 415],
    ['without a length', { 'Content-Length': '', 'Transfer-Encoding': 'chunked' }, 411],
    ['empty', { 'Content-Length': '0' }, 413],
    ['too large', { 'Content-Length': String(MAX_UPLOAD_BYTES + 1) }, 413],
  ])('%s, before its body is read', async (_, head, status) => {
    const asked: TaskRequest[] = []
    const taskApi: TaskApi = {
      fetch(one) {
        asked.push(one)
        return acceptingApi.fetch(one)
      },
    }
    const { port, files, uploads } = await startUploadHost({ taskApi })
    expect(await text(beginUpload(port, head))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(asked).toEqual([])
    expect(files()).toEqual([])
    expect(uploads.counts.get('refused')).toBe(1)
  })

  it('if it is longer than it says', async () => {
    const { port, files, uploads } = await startUploadHost()
    const longer = Buffer.concat([jpeg(), jpeg()])
    await text(beginUpload(port, { Connection: 'keep-alive' }, longer))
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(0))
    // The first picture is whole. What follows is no request.
    expect(uploads.bytes().kept).toBeLessThanOrEqual(jpeg().length)
    expect(files().join()).not.toContain('.part')
  })

  it.each([
    ['with EXIF', jpeg({ jfif: segment(0xe1, 'Exif\0\0') })],
    ['with a comment', jpeg({ jfif: segment(0xfe, 'hello') })],
    ['with an archive behind its end', Buffer.concat([jpeg(), Buffer.from('PK\u0003\u0004')])],
    ['that is a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ])('%s, and nothing of it stays', async (_, body) => {
    const { send, files, uploads } = await startUploadHost()
    const answer = await send(body)
    expect(answer.status).toBe(415)
    expect(files()).toEqual([])
    expect(uploads.bytes()).toEqual({ kept: 0, reserved: 0 })
    expect(uploads.counts.get('refused')).toBe(1)
  })

  it('if the folder is full, the room for uploads in flight included', async () => {
    const { port, send, files, forget, upload, uploads } = await startUploadHost({
      maxBytes: jpeg().length * 2,
    })
    const path = await upload()
    const waiting = beginUpload(port, {}, jpeg().subarray(0, 10))
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(jpeg().length))
    expect((await send()).status).toBe(507)
    waiting.destroy()
    await vi.waitFor(() => expect(files()).toHaveLength(1))
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(0))
    await upload()
    expect((await send()).status).toBe(507)
    await forget(path)
    expect((await send()).status).toBe(201)
  })

  it('if the disk is full, with an answer that arrives', async () => {
    const { port, send, files, errors } = await startUploadHost()
    await send()
    const [probe] = files()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const append = vi.spyOn(await fileHandles(), 'appendFile').mockRejectedValueOnce(full)
    const socket = beginUpload(port, {}, jpeg().subarray(0, 50))
    const answer = text(socket)
    await vi.waitFor(() => expect(errors).toEqual([full]))
    append.mockRestore()
    await expectSilence(socket, port)
    socket.write(jpeg().subarray(50))
    expect(await answer).toMatch(/^HTTP\/1\.1 507 /)
    expect(files()).toEqual([probe])
    expect((await send()).status).toBe(201)
  })

  it('after the rest of its body, or some seconds', async () => {
    const { port } = await startUploadHost({ maxBytes: 1 })
    const socket = beginUpload(port, {}, jpeg().subarray(0, 50))
    const answer = text(socket)
    await expectSilence(socket, port)
    socket.write(jpeg().subarray(50))
    expect(await answer).toMatch(/^HTTP\/1\.1 507 /)
    const other = await startUploadHost({ maxBytes: 1, limits: { restMs: 20 } })
    expect(await text(beginUpload(other.port))).toMatch(/^HTTP\/1\.1 507 /)
  })

  it('beyond four at once with one key, with 503', async () => {
    const { port, send, uploads } = await startUploadHost()
    const sockets = Array.from({ length: 4 }, () => beginUpload(port))
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(4 * jpeg().length))
    const answer = await send()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await send(jpeg(), { Authorization: 'Bearer other' })).status).toBe(201)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(0))
    expect((await send()).status).toBe(201)
  })

  it('beyond 64 at once in all', async () => {
    const { port, send, uploads } = await startUploadHost()
    const sockets = Array.from({ length: 64 }, (_, index) =>
      beginUpload(port, { Authorization: `Bearer key-${Math.floor(index / 4)}` }),
    )
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(64 * jpeg().length))
    expect((await send()).status).toBe(503)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await send()).status).toBe(201))
  })

  it('beyond 500 in an hour with one key, until the hour is over', async () => {
    let now = Date.now()
    const { send } = await startUploadHost({ now: () => now })
    const ask = async (apiKey: string) => {
      const answer = await send(jpeg(), { Authorization: `Bearer ${apiKey}` })
      return [answer.status, answer.headers.get('retry-after')]
    }
    for (let count = 0; count < 500; count += 1) expect(await ask(KEY)).toEqual([201, null])
    now += 60_000
    expect(await ask(KEY)).toEqual([429, String(59 * 60)])
    expect(await ask('other')).toEqual([201, null])
    now += 59 * 60_000
    expect(await ask(KEY)).toEqual([201, null])
  })
})

describe('an API key', () => {
  it('that the service refuses uploads nothing, and gets what the service says', async () => {
    const body = errorEnvelope(401, 'no such key')
    const taskApi = { fetch: () => Response.json(body, { status: 401 }) }
    const { send, files } = await startUploadHost({ taskApi })
    const answer = await send()
    expect([answer.status, await answer.json()]).toEqual([401, body])
    expect(files()).toEqual([])
  })

  it('that the service refuses keeps no place while the rest of its body comes', async () => {
    const asked = signalled()
    const { port, uploads } = await startUploadHost({
      taskApi: {
        fetch() {
          asked.fire()
          return Response.json(errorEnvelope(401, 'no such key'), { status: 401 })
        },
      },
    })
    const socket = beginUpload(port, {}, jpeg().subarray(0, 50))
    const answer = text(socket)
    await asked.fired
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(0))
    await expectSilence(socket, port)
    socket.write(jpeg().subarray(50))
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  it.each([
    ['a refusal with status 200', () => Response.json(errorEnvelope(401, 'no'))],
    ['something else with status 200', () => new Response('<!doctype html>')],
  ])('is not accepted by %s', async (_, answer) => {
    const { send, files } = await startUploadHost({ taskApi: { fetch: answer } })
    expect((await send()).status).not.toBe(201)
    expect(files()).toEqual([])
  })

  it('is asked about once an hour, also by several uploads at once', async () => {
    let now = Date.now()
    const asked: (string | null)[] = []
    const answered = signalled()
    const taskApi = {
      async fetch({ request: { url, headers } }: TaskRequest) {
        asked.push(new URL(url).search, headers.get('authorization'))
        await answered.fired
        return Response.json(successEnvelope({ list: [] }))
      },
    }
    const { send, uploads } = await startUploadHost({ taskApi, now: () => now })
    const first = [send(), send(), send()]
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(3 * jpeg().length))
    answered.fire()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([201, 201, 201])
    now += 59 * 60_000
    await send()
    expect(asked).toEqual(['?page=1&page_size=1', `Bearer ${KEY}`])
    now += 60_000
    await send()
    expect(asked).toHaveLength(4)
  })
})

describe('a slow upload', () => {
  const timeouts = {
    headersTimeout: 500,
    requestTimeout: 500,
    connectionsCheckingInterval: 10,
    keepAliveTimeout: 1500,
  }

  it('may take longer than other requests', async () => {
    const { port, uploads } = await startUploadHost({}, { timeouts })
    // A request of another kind, sent at the same time, tells when the time of others is over.
    const other = sendRaw(
      port,
      `POST /csp-report HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/csp-report\r\n` +
        'Content-Length: 10\r\n\r\n{',
    )
    const socket = beginUpload(port, {}, jpeg().subarray(0, 50))
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(jpeg().length))
    expect(await other).toBe('')
    await sendRaw(port, 'POST / HTTP/1.1\r\nHost: loc')
    socket.write(jpeg().subarray(50))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('does not lengthen the time for the next request of its connection', async () => {
    const { port } = await startUploadHost({}, { timeouts })
    const socket = beginUpload(port, { Connection: 'keep-alive' }, jpeg())
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nX-Slow: ')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([
    ['brings nothing for a while', { idleMs: 30, totalMs: 600_000 }],
    ['takes too long in all', { totalMs: 30, idleMs: 600_000 }],
  ])('that %s is ended without an answer', async (_, limits) => {
    const { port, uploads, files } = await startUploadHost({ limits })
    expect(await text(beginUpload(port, {}, jpeg().subarray(0, 50)))).toBe('')
    await vi.waitFor(() => expect(uploads.counts.get('broken-off')).toBe(1))
    expect(files()).toEqual([])
    expect(uploads.bytes()).toEqual({ kept: 0, reserved: 0 })
  })

  it('is cut at the deadline of a drain, and nothing half written stays', async () => {
    const host = await startUploadHost()
    const { port, uploads, files } = host
    const socket = beginUpload(port, {}, jpeg().subarray(0, 50))
    await vi.waitFor(() => expect(files()).toHaveLength(1))
    const answer = text(socket).catch(() => '')
    await host.drain(10)
    uploads.close()
    expect(files()).toEqual([])
    expect(await answer).toBe('')
  })
})

it('1,000 uploads whose clients leave take no room', async () => {
  const { port, uploads, files, send } = await startUploadHost()
  for (let round = 0; round < 20; round += 1) {
    const sockets = Array.from({ length: 50 }, (_, index) =>
      beginUpload(port, { Authorization: `Bearer key-${index}` }, jpeg().subarray(0, index * 2)),
    )
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(50 * jpeg().length))
    for (const socket of sockets) socket.resetAndDestroy()
    await vi.waitFor(() => expect(uploads.bytes().reserved).toBe(0))
  }
  expect(uploads.counts.get('broken-off')).toBe(1000)
  expect(files()).toEqual([])
  expect((await send()).status).toBe(201)
})

it('no name of a picture is in a log', async () => {
  const { url, lines, upload, forget } = await startUploadHost()
  const path = await upload()
  const [name = ''] = /[^/]+(?=\.jpg)/.exec(path) ?? []
  for (const asked of [path, `${path}?x`, `/tasks/${name}`, `/host/other/${name}`, `/x${path}`]) {
    await (await fetch(url + asked)).text()
  }
  const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': url + path } }
  const headers = { 'Content-Type': 'application/csp-report' }
  await fetch(`${url}/csp-report`, { method: 'POST', headers, body: JSON.stringify(report) })
  await forget(path)
  await vi.waitFor(() => expect(lines).toHaveLength(9))
  expect(lines.map((line) => readJson(line))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: '/uploads/-', status: 200 }),
      expect.objectContaining({ path: '/host/uploads/-', status: 204 }),
      expect.objectContaining({ event: 'csp-violation' }),
    ]),
  )
  expect(lines.join()).not.toContain(name)
})

it('other methods are refused', async () => {
  const { url, upload } = await startUploadHost()
  const path = await upload()
  const ask = async (method: string, target: string) => {
    const { status, headers } = await fetch(url + target, { method })
    return [status, headers.get('allow')]
  }
  expect(await ask('GET', UPLOADS_PATH)).toEqual([405, 'POST'])
  expect(await ask('GET', `${UPLOADS_PATH}/x`)).toEqual([405, 'DELETE'])
  expect(await ask('POST', path)).toEqual([405, 'GET, HEAD'])
  expect(await ask('DELETE', path)).toEqual([405, 'GET, HEAD'])
})

it('pages of other sites upload nothing', async () => {
  const { send } = await startUploadHost()
  expect((await send(jpeg(), { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await send(jpeg(), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
})

it('there is nothing here if uploads are off', async () => {
  const { url } = await startTestHost()
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'image/jpeg' }
  const sent = await fetch(url + UPLOADS_PATH, { method: 'POST', headers, body: jpeg() })
  expect([sent.status, await sent.json()]).toEqual([
    404,
    errorEnvelope(404, 'There is nothing here.'),
  ])
  expect((await fetch(`${url}${UPLOADS_PATH}/x`, { method: 'DELETE', headers })).status).toBe(404)
  for (const path of ['/uploads/x.jpg', '/uploads/x', '/uploads/']) {
    const answer = await fetch(url + path)
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  }
})
