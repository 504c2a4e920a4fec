import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { API_BASE, operations } from '#contract/operations.ts'
import {
  MAX_UPLOAD_BYTES,
  readUploadName,
  UPLOAD_TYPE,
  uploadName,
  UPLOADS_PATH,
} from '#contract/uploads.ts'
import type { BucketConfig } from '#host/config.ts'
import {
  closeAfterTest,
  closeTestServers,
  KEY,
  startTestHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import { configOf, startBucket } from '#host/uploads/bucket.fixture.ts'
import { openBucketUploads } from '#host/uploads/bucket-uploads.ts'
import { BucketFault } from '#host/uploads/bucket.ts'
import { jpeg } from '#host/uploads/jpeg.fixture.ts'
import { openUploads, withKeptPictures } from '#host/uploads/kept-pictures.ts'
import { acceptingApi } from '#host/uploads/uploads.fixture.ts'
import type { UploadsOptions } from '#host/uploads/uploads.ts'

afterEach(closeTestServers)

const HOUR = 3_600_000
const OTHER_KEY = 'another-key-of-the-service'
const placeReply = z.object({ url: z.string(), put: z.string() })
const nameIn = (url: string) => /(mq-[^/]+)\.jpg/.exec(url)?.[1] ?? ''

/** A host in front of an empty bucket, and ways to upload to that. */
async function startBucketHost(
  options: Partial<UploadsOptions> = {},
  prepare: (bucket: Awaited<ReturnType<typeof startBucket>>) => unknown = () => undefined,
) {
  const bucket = await startBucket()
  closeAfterTest(() => bucket.close())
  await prepare(bucket)
  const errors: unknown[] = []
  const openAnother = () => {
    const uploads = openBucketUploads(configOf(bucket.url), {
      taskApi: acceptingApi,
      keepHours: 24,
      maxBytes: 100_000_000,
      reportError: (error) => errors.push(error),
      ...options,
    })
    closeAfterTest(() => uploads.close())
    return uploads
  }
  const uploads = openAnother()
  const taskApi = withKeptPictures(acceptingApi, uploads)
  const host = await startTestHost({ uploads, taskApi })
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  const ask = (body: string, further: Record<string, string> = {}) =>
    fetch(host.url + UPLOADS_PATH, { method: 'POST', headers: { ...headers, ...further }, body })
  const placeFor = async (bytes: number) =>
    placeReply.parse(await (await ask(JSON.stringify({ bytes }))).json())
  return {
    bucket,
    errors,
    uploads,
    openAnother,
    ask,
    placeFor,
    upload: async (picture = jpeg()) => {
      const { url, put } = await placeFor(picture.length)
      const sent = { method: 'PUT', headers: { 'Content-Type': UPLOAD_TYPE }, body: picture }
      expect((await fetch(put, sent)).status).toBe(200)
      return url
    },
    forget: async (url: string, apiKey = KEY) => {
      const own = { Authorization: `Bearer ${apiKey}` }
      const path = `${UPLOADS_PATH}/${nameIn(url)}`
      return (await fetch(host.url + path, { method: 'DELETE', headers: own })).status
    },
    create: async (imageUrl: string) => {
      const { path, method } = operations.createPosterTask
      const body = JSON.stringify({ image_url: imageUrl, prompt: 'x' })
      return fetch(host.url + API_BASE + path, { method, headers, body })
    },
  }
}

describe('a place in the bucket', () => {
  it('takes a picture, which everyone who has its address can read', async () => {
    const { bucket, upload, uploads, errors } = await startBucketHost()
    const picture = jpeg()
    const url = await upload(picture)
    expect(url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/pictures\/marquee\/mq-[\da-f]{32}-[\da-z]{6}\.jpg\?/,
    )
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe(UPLOAD_TYPE)
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
    expect(uploads.info).toEqual({ keepHours: 24, bucket: bucket.endpoint })
    expect(Object.fromEntries(uploads.counts)).toMatchObject({ signed: 1, refused: 0 })
    expect(uploads.bytes()).toEqual({ kept: picture.length, reserved: 0 })
    expect(errors).toEqual([])
  })

  it.each([
    ['{"bytes":0}', {}, 413],
    [`{"bytes":${MAX_UPLOAD_BYTES + 1}}`, {}, 413],
    ['{"bytes":1.5}', {}, 400],
    ['{"bytes":"1"}', {}, 400],
    ['[]', {}, 400],
    ['no', {}, 400],
    ['', {}, 400],
    [`{"bytes":1,"more":"${'x'.repeat(1000)}"}`, {}, 413],
    ['{"bytes":1}', { 'Content-Type': UPLOAD_TYPE }, 409],
    ['{"bytes":1}', { 'Content-Type': 'text/plain' }, 415],
    ['{"bytes":1}', { Authorization: 'Basic x' }, 401],
  ])('is refused for %s with %o', async (body, headers, status) => {
    const { ask, uploads } = await startBucketHost()
    const answer = await ask(body, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get(HOST_ERROR_CODE_HEADER)).not.toBeNull()
    expect(uploads.counts.get('refused')).toBe(1)
  })

  it('is refused while the pictures of the bucket fill the room, also if many ask at once', async () => {
    const name = uploadName('0'.repeat(32), Date.now() + HOUR)
    const { ask, uploads } = await startBucketHost({ maxBytes: 1000 }, ({ put }) =>
      put(`marquee/${name}.jpg`, 600),
    )
    await expect.poll(() => uploads.bytes().kept).toBe(600)
    expect((await ask('{"bytes":401}')).status).toBe(507)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('{"bytes":200}')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect((await ask('{"bytes":1}')).status).toBe(507)
  })

  it('is for keys that the service accepts', async () => {
    const refusing = { fetch: () => Response.json({ code: 401 }, { status: 401 }) }
    const { ask } = await startBucketHost({ taskApi: refusing })
    expect((await ask('{"bytes":1}')).status).toBe(401)
  })
})

describe('a picture', () => {
  it('is deleted for the key that uploaded it, by any host with the same key of the bucket', async () => {
    const { bucket, upload, forget, openAnother } = await startBucketHost()
    const [first, second] = [await upload(), await upload()]
    expect(await forget(first, OTHER_KEY)).toBe(403)
    expect((await fetch(first)).status).toBe(200)
    expect(await forget(first)).toBe(204)
    expect((await fetch(first)).status).toBe(404)
    const answer = await openAnother().forget(nameIn(second), `Bearer ${KEY}`)
    expect(answer.status).toBe(204)
    expect(await bucket.get(`marquee/${nameIn(second)}.jpg`)).toBeUndefined()
  })

  it('has a name that nobody can make for another key, another time or other digits', async () => {
    const { upload, uploads } = await startBucketHost()
    const name = nameIn(await upload())
    const forged = [
      name.replace(/-(.)/, (_, digit: string) => `-${digit === '0' ? '1' : '0'}`),
      name.replace(/(.)$/, (digit) => (digit === '0' ? '1' : '0')),
      name.replace(/^(.{20})./, (text) => text.slice(0, 20) + (text.endsWith('0') ? '1' : '0')),
    ]
    for (const other of forged) {
      expect(other).not.toBe(name)
      expect((await uploads.forget(other, `Bearer ${KEY}`)).status).toBe(403)
    }
    for (const none of ['x', '..', 'mq-', uploadName('0'.repeat(32), Date.now() - 1000)]) {
      expect((await uploads.forget(none, `Bearer ${KEY}`)).status).toBe(404)
    }
    expect((await uploads.forget(name, undefined)).status).toBe(401)
  })

  it('that has ended is deleted at the start; nothing else in the bucket is', async () => {
    const now = Date.now()
    const [ended, kept] = [now - 1000, now + HOUR].map((until) => uploadName('0'.repeat(32), until))
    const others = [
      'report.pdf',
      'marquee/notes.txt',
      `elsewhere/${ended ?? ''}.jpg`,
      `marquee/${ended ?? ''}.png`,
    ]
    const { bucket, uploads } = await startBucketHost({}, async ({ put }) => {
      for (const key of [...others, `marquee/${ended ?? ''}.jpg`, `marquee/${kept ?? ''}.jpg`])
        await put(key, 10)
    })
    await expect.poll(() => uploads.counts.get('expired')).toBe(1)
    await expect.poll(() => uploads.bytes().kept).toBe(10)
    for (const key of [...others, `marquee/${kept ?? ''}.jpg`]) {
      expect(await bucket.get(key)).toBeDefined()
    }
    expect(await bucket.get(`marquee/${ended ?? ''}.jpg`)).toBeUndefined()
  })

  it('that cannot be deleted keeps no other from it, counts, and is said in the log', async () => {
    const ended = ['0', '1', '2'].map((digit) => uploadName(digit.repeat(32), Date.now() - 1000))
    const keys = ended.map((name) => `marquee/${name}.jpg`)
    const { bucket, uploads, errors } = await startBucketHost({}, async ({ put, refuse }) => {
      for (const key of keys) await put(key, 10)
      refuse(`DELETE /pictures/${keys[0] ?? ''}`, 403)
    })
    await expect.poll(() => uploads.counts.get('expired')).toBe(2)
    expect(uploads.bytes().kept).toBe(10)
    expect(errors).toEqual([expect.any(BucketFault)])
    const left = await Promise.all(keys.map((key) => bucket.get(key)))
    expect(left.map((one) => one !== undefined)).toEqual([true, false, false])
  })

  it('that is gone costs nothing: its poster is refused before the service gets it', async () => {
    const { bucket, create, upload, forget } = await startBucketHost()
    const url = await upload()
    expect((await create(url)).status).toBe(200)
    expect(await forget(url)).toBe(204)
    const refusal = await create(url)
    expect(refusal.status).toBe(410)
    expect(refusal.headers.get(HOST_ERROR_CODE_HEADER)).toBe('picture-gone')
    const ending = uploadName('0'.repeat(32), Date.now() + HOUR / 12)
    await bucket.put(`marquee/${ending}.jpg`, 10)
    expect((await create(`${bucket.url}/marquee/${ending}.jpg`)).status).toBe(410)
    expect((await create(`https://elsewhere.example/${nameIn(url)}.jpg`)).status).toBe(200)
    // If the bucket does not answer, only the service can tell.
    bucket.refuse('HEAD', 503)
    expect((await create(url)).status).toBe(200)
  })
})

it('says in the log what the bucket refuses, and names no picture', async () => {
  const { bucket, errors, upload, forget } = await startBucketHost({}, ({ refuse }) =>
    refuse('GET', 403),
  )
  const faults = () => errors.map((error) => (error instanceof BucketFault ? error.fault : error))
  await expect.poll(faults).toEqual([{ operation: 'list', reason: 'HTTP 403 AccessDenied' }])
  const url = await upload()
  bucket.refuse('DELETE', 403)
  expect(await forget(url)).toBe(502)
  expect(faults()[1]).toEqual({ operation: 'delete', reason: 'HTTP 403 AccessDenied' })
  bucket.close()
  expect(await forget(url)).toBe(502)
  expect(faults()[2]).toEqual({ operation: 'delete', reason: 'ECONNREFUSED' })
})

it('serves and deletes what it had in its folder before it got a bucket', async () => {
  const bucket = await startBucket()
  closeAfterTest(() => bucket.close())
  const dataDir = writeFolder({})
  const config = { publicUrl: undefined, isAlone: true, keepHours: 1, maxBytes: 1_000_000 }
  const open = (inBucket?: BucketConfig) => {
    const uploads = openUploads(
      { ...config, bucket: inBucket },
      { dataDir, taskApi: acceptingApi },
      (line) => {
        throw new Error(line)
      },
    )
    closeAfterTest(() => uploads.close())
    return uploads
  }
  const before = await startTestHost({ uploads: open() })
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': UPLOAD_TYPE }
  const sent = await fetch(before.url + UPLOADS_PATH, { method: 'POST', headers, body: jpeg() })
  const { url: path } = z.object({ url: z.string() }).parse(await sent.json())
  const uploads = open(configOf(bucket.url))
  const host = await startTestHost({ uploads })
  expect((await fetch(host.url + path)).status).toBe(200)
  const kept = readUploadName(nameIn(path))
  if (kept === undefined) throw new Error('no picture')
  const isGone = () => uploads.isGone(new URL(host.url + path), kept)
  expect(await isGone()).toBe(false)
  const forget = async (name: string) =>
    (await fetch(`${host.url}${UPLOADS_PATH}/${name}`, { method: 'DELETE', headers })).status
  expect(await forget(kept.name)).toBe(204)
  expect(await isGone()).toBe(true)
  expect(await forget(uploadName('0'.repeat(32), Date.now() + HOUR))).toBe(403)
})
