import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, expect, it, vi } from 'vitest'

import { readUploadAddress, uploadName } from '#contract/uploads.ts'
import { closeTestServers, KEY, writeFolder } from '#host/servers.fixture.ts'
import { jpeg } from '#host/uploads/jpeg.fixture.ts'
import { openUploadFolder } from '#host/uploads/upload-folder.ts'
import { startUploadHost } from '#host/uploads/uploads.fixture.ts'

afterEach(closeTestServers)

const HOUR_MS = 60 * 60_000
const picture = (digit: string, until: number) =>
  `${uploadName(digit.repeat(32), until)}.${'o'.repeat(43)}.jpg`

it('a host that starts again has its pictures, and knows who may delete them', async () => {
  const dataDir = writeFolder({})
  const first = await startUploadHost({ dataDir })
  const kept = await first.upload()
  await first.drain(0)
  first.uploads.close()
  const second = await startUploadHost({ dataDir })
  expect(second.uploads.bytes()).toEqual({ kept: jpeg().length, reserved: 0 })
  expect((await fetch(second.url + kept)).status).toBe(200)
  expect(await second.forget(kept, 'CANARY-key-2')).toBe(403)
  expect(await second.forget(kept)).toBe(204)
  expect(second.files()).toEqual([])
})

it('a picture ends at the time in its name, also after a restart', async () => {
  let now = Date.now()
  const options = { dataDir: writeFolder({}), keepHours: 1, now: () => now }
  const first = await startUploadHost(options)
  const kept = await first.upload()
  const until = readUploadAddress(`https://host.example${kept}`)?.until ?? 0
  expect(until).toBeGreaterThan(now + HOUR_MS - 1000)
  expect(until).toBeLessThanOrEqual(now + HOUR_MS)
  now = until - 1
  expect((await fetch(first.url + kept)).status).toBe(200)
  now = until
  expect((await fetch(first.url + kept)).status).toBe(404)
  expect(await first.forget(kept)).toBe(404)
  expect(first.files()).toHaveLength(1)
  const second = await startUploadHost(options)
  await vi.waitFor(() => expect(second.files()).toEqual([]))
  expect(second.uploads.counts.get('expired')).toBe(1)
  expect(second.uploads.bytes()).toEqual({ kept: 0, reserved: 0 })
})

it('pictures are deleted when their time is over, the earliest first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const now = Date.now()
    const files = [picture('a', now + 5 * HOUR_MS), picture('b', now + HOUR_MS / 2)]
    const dataDir = writeFolder(
      Object.fromEntries(files.map((file) => [`uploads/${file}`, jpeg()])),
    )
    const folder = path.join(dataDir, 'uploads')
    const opened = openUploadFolder({
      folder,
      keepMs: 1,
      maxBytes: 1,
      reportError: () => undefined,
    })
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(HOUR_MS / 2 - 1000)
    expect(readdirSync(folder)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(() => readdirSync(folder)).toEqual([files[0]])
    await vi.advanceTimersByTimeAsync(4.5 * HOUR_MS)
    await expect.poll(() => readdirSync(folder)).toEqual([])
    expect(opened.bytes()).toEqual({ kept: 0, reserved: 0 })
    expect(vi.getTimerCount()).toBe(0)
    opened.close()
  } finally {
    vi.useRealTimers()
  }
})

it('a start deletes halves of a crash, and leaves files alone that are not its own', async () => {
  const until = Date.now() + HOUR_MS
  const name = uploadName('c'.repeat(32), until)
  const others = ['notes.txt', 'other.part', `${name}.jpg`, `${name}.short.jpg`, '.part']
  const dataDir = writeFolder({
    ...Object.fromEntries(others.map((file) => [`uploads/${file}`, KEY])),
    [`uploads/${name}.part`]: 'half',
  })
  const folder = path.join(dataDir, 'uploads', picture('d', until))
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'x'), 'x')
  const { url, uploads, files } = await startUploadHost({ dataDir })
  expect(files().toSorted()).toEqual([...others, path.basename(folder)].toSorted())
  expect(uploads.bytes().kept).toBe(0)
  expect((await fetch(`${url}/uploads/${name}.jpg`)).status).toBe(404)
  expect(existsSync(path.join(folder, 'x'))).toBe(true)
})
