import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { MAX_UPLOAD_BYTES, readUploadName, uploadName } from '#contract/uploads.ts'
import { plainJpegProblem } from '#host/uploads/plain-jpeg.ts'

/** What can happen to a picture. */
const UPLOAD_EVENTS = ['stored', 'refused', 'broken-off', 'deleted', 'expired'] as const

/** A picture that is kept. */
interface KeptPicture {
  path: string
  bytes: number
  /** made from its name and the key that uploaded it */
  owner: string
  /** milliseconds since the epoch */
  until: number
}

/** What a folder is opened with. */
export interface UploadFolderOptions {
  /** it is made if it is not there */
  folder: string
  keepMs: number
  /** largest size of all pictures together, in bytes */
  maxBytes: number
  reportError: (error: unknown) => void
  /** milliseconds since the epoch; another clock is for tests */
  now?: (() => number) | undefined
}

/** A picture on the disk: its name, and its owner (HMAC-SHA256). Other files of the folder are left alone. */
const FILE = /^(mq-[\da-f]{32}-[\da-z]{6})\.([\w-]{43})\.jpg$/
/** One that was not written to its end. */
const PART = /^mq-[\da-f]{32}-[\da-z]{6}\.part$/

/** The clock may be changed, and a timer runs for 24 days at most. */
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * Opens the folder of pictures, each kept until the time in its name: reads which there are, and deletes those whose time is over, and halves of a crash.
 *
 * @throws the error of the file system
 */
export function openUploadFolder({
  folder,
  keepMs,
  maxBytes,
  reportError,
  now = Date.now,
}: UploadFolderOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A name is looked up here, and never becomes part of a path.
  const pictures = readPictures(folder)
  const parts = new Set<string>()
  const counts = new Map<string, number>(UPLOAD_EVENTS.map((event) => [event, 0]))
  let kept = [...pictures.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  let reserved = 0
  let plannedFor = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const check = checkInTurn()
  let isClosed = false

  const count = (event: (typeof UPLOAD_EVENTS)[number]) =>
    counts.set(event, (counts.get(event) ?? 0) + 1)

  /** @throws the error of the disk; then it is still there */
  async function drop(name: string, picture: KeptPicture) {
    await rm(picture.path, { force: true })
    if (pictures.delete(name)) kept -= picture.bytes
  }
  function deleteExpired() {
    plannedFor = Number.POSITIVE_INFINITY
    let next = Number.POSITIVE_INFINITY
    for (const [name, picture] of pictures) {
      if (picture.until > now()) next = Math.min(next, picture.until)
      else {
        count('expired')
        drop(name, picture).catch(reportError)
      }
    }
    planFor(next)
  }
  function planFor(until: number) {
    if (isClosed || until >= plannedFor) return
    clearTimeout(timer)
    plannedFor = until
    timer = setTimeout(deleteExpired, Math.min(Math.max(until - now(), 1), LONGEST_WAIT_MS)).unref()
  }
  deleteExpired()
  return {
    /** @returns undefined if there is no such picture, or its time is over */
    pictureOf(name: string): KeptPicture | undefined {
      const picture = pictures.get(name)
      return picture !== undefined && picture.until > now() ? picture : undefined
    },
    /** Keeps room for a picture that is about to come. @returns whether there is room; then `release` gives it back */
    reserve(bytes: number): boolean {
      if (kept + reserved + bytes > maxBytes) return false
      reserved += bytes
      return true
    },
    release(bytes: number) {
      reserved -= bytes
    },
    /**
     * Stores a picture, if it is a plain JPEG. Nothing remains of one that is not, or that cannot be written.
     *
     * @returns its name, or what is wrong with it in a sentence
     * @throws the error of the body or of the disk
     */
    async store(
      apiKey: string,
      body: AsyncIterable<Uint8Array>,
    ): Promise<{ name: string } | { problem: string }> {
      const name = uploadName(randomBytes(16).toString('hex'), now() + keepMs)
      const part = path.join(folder, `${name}.part`)
      parts.add(part)
      try {
        await write(part, body)
        const { problem, bytes } = await check(part)
        if (problem !== undefined) return { problem }
        const owner = ownerOf(name, apiKey)
        const picture = { path: path.join(folder, `${name}.${owner}.jpg`), owner, bytes }
        await rename(part, picture.path)
        const until = readUploadName(name)?.until ?? 0
        pictures.set(name, { ...picture, until })
        kept += bytes
        planFor(until)
        return { name }
      } finally {
        parts.delete(part)
        await rm(part, { force: true })
      }
    },
    /**
     * Deletes a picture that came with this key.
     *
     * @throws the error of the disk; then it is still there
     */
    async remove(name: string, apiKey: string): Promise<'deleted' | 'absent' | 'not-ours'> {
      const picture = this.pictureOf(name)
      if (picture === undefined) return 'absent'
      if (picture.owner !== ownerOf(name, apiKey)) return 'not-ours'
      await drop(name, picture)
      count('deleted')
      return 'deleted'
    },
    count,
    /** how often each event has happened since the start */
    counts,
    /** bytes of the pictures that are kept, and of the room that is reserved */
    bytes: () => ({ kept, reserved }),
    /** Deletes what is half written, and plans nothing more. */
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const part of parts) rmSync(part, { force: true })
    },
  }
}

/** Who may delete a picture: only someone with the API key can compute it. */
function ownerOf(name: string, apiKey: string): string {
  return createHmac('sha256', apiKey).update(`upload\n${name}`).digest('base64url')
}

/** Checks one file at a time, in the same place of the memory: many uploads at once do not fill it. */
function checkInTurn() {
  let place: Buffer | undefined
  let latest: Promise<unknown> = Promise.resolve()
  return (file: string): Promise<{ problem: string | undefined; bytes: number }> => {
    const check = latest.then(async () => {
      place ??= Buffer.allocUnsafeSlow(MAX_UPLOAD_BYTES)
      const bytes = await readInto(place, file)
      return { problem: plainJpegProblem(place.subarray(0, bytes)), bytes }
    })
    latest = check.catch(() => undefined)
    return check
  }
}

/** @returns how many bytes the file has */
async function readInto(place: Buffer, file: string): Promise<number> {
  const handle = await open(file)
  try {
    let bytes = 0
    for (;;) {
      const { bytesRead } = await handle.read(place, bytes, place.length - bytes, bytes)
      if (bytesRead === 0) return bytes
      bytes += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Writes a body as it comes: no more of it is read before the disk has taken what came. */
async function write(file: string, body: AsyncIterable<Uint8Array>) {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of body) await handle.appendFile(chunk)
  } finally {
    await handle.close()
  }
}

/** Reads which pictures a folder has, and deletes halves. @returns name → picture */
function readPictures(folder: string): Map<string, KeptPicture> {
  const pictures = new Map<string, KeptPicture>()
  for (const file of readdirSync(folder)) {
    const place = path.join(folder, file)
    if (PART.test(file)) rmSync(place, { force: true })
    const [, name = '', owner = ''] = FILE.exec(file) ?? []
    const until = readUploadName(name)?.until
    const found = until === undefined ? undefined : statSync(place)
    if (until === undefined || found?.isFile() !== true) continue
    pictures.set(name, { path: place, bytes: found.size, owner, until })
  }
  return pictures
}
