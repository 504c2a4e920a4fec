import {
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  submission,
  created,
  open,
  refused,
  setUpDatabase,
  unknown,
} from '#web/submissions/submission-store.fixture.ts'

setUpDatabase()
afterEach(() => {
  vi.useRealTimers()
})

const named = { name: 'mine', session: 'session-1' }
const nameless = { name: undefined, session: 'session-1' }

function breakWriting() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
}

async function records(): Promise<unknown[]> {
  const opening = indexedDB.open('marquee.poster-records')
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve)
  })
  const submissions = opening.result.transaction('records').objectStore('records')
  const reading: IDBRequest<unknown[]> = submissions.getAll()
  await new Promise((resolve) => {
    reading.addEventListener('success', resolve)
  })
  opening.result.close()
  return reading.result
}

describe('an account without a lasting name', () => {
  test('is kept in memory only, and the log says so', async () => {
    const store = open()
    const sent = submission()
    await open().list(named)
    expect(await store.begin(sent, nameless, [])).toEqual({ kind: 'begun' })
    expect(await store.list(nameless)).toMatchObject({
      submissions: [{ id: sent.id }],
      isKept: false,
    })
    await store.settle(sent.id, unknown)
    expect(await store.begin(submission(), nameless, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect(await records()).toEqual([])
  })

  test('finds its submissions under the name that it gets later', async () => {
    const store = open()
    const sent = submission()
    await store.begin(sent, nameless, [])
    await store.settle(sent.id, unknown)
    expect((await store.list(named)).submissions).toMatchObject([{ id: sent.id }])
    const hour = 60 * 60_000
    const later = { ...submission(), startedAt: Date.now() + hour }
    expect(await store.begin(later, named, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect((await store.list({ name: 'other', session: 'session-2' })).submissions).toEqual([])
  })

  test('asks about submissions of other tabs on disk', async () => {
    await open().begin(submission(), named, [])
    expect(await open().begin(submission(), nameless, [])).toMatchObject({ kind: 'ask' })
  })
})

describe('a reply with the task in it', () => {
  test('overrides every earlier outcome', async () => {
    const store = open()
    const sent = submission()
    await store.begin(sent, named, [])
    await store.settle(sent.id, { kind: 'not-sent', failure: null })
    await store.settle(sent.id, created)
    expect((await open().list(named)).submissions).toMatchObject([{ outcome: { kind: 'created' } }])
  })

  test.each([
    ['is not overridden in memory if the disk is full', created, refused, 'created'],
    ['overrides a refusal in memory if the disk is full', refused, created, 'created'],
  ])('%s', async (_, onDisk, later, expected) => {
    const store = open()
    const sent = submission()
    await store.begin(sent, named, [])
    await store.settle(sent.id, onDisk)
    breakWriting()
    await store.settle(sent.id, later)
    expect((await store.list(named)).submissions).toMatchObject([{ outcome: { kind: expected } }])
  })

  test('on disk is not hidden by an outcome in memory', async () => {
    const store = open()
    const sent = submission()
    await store.begin(sent, named, [])
    breakWriting()
    await store.settle(sent.id, unknown)
    vi.restoreAllMocks()
    await open().settle(sent.id, created)
    expect((await store.list(named)).submissions).toMatchObject([{ outcome: { kind: 'created' } }])
  })
})

describe('deleting says whether anything may be left on disk', () => {
  test('nothing', async () => {
    await open().begin(submission(), named, [])
    expect(await open().forget(named)).toBe(true)
    expect(await records()).toEqual([])
  })

  test('if the account has no name at the moment', async () => {
    expect(await open().forget(nameless)).toBe(false)
  })

  test('if the database does not open', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(await open().forget(named)).toBe(false)
  })

  test('if the browser has no database', async () => {
    vi.stubGlobal('IDBFactory', undefined)
    expect(await open().forget(named)).toBe(true)
  })
})

test('returns the question without recording anything', async () => {
  const store = open()
  const sent = submission()
  await store.begin(sent, named, [])
  const noted = [{ id: sent.id, isCreated: false }]
  expect(await store.question(submission(), named, [])).toMatchObject({ about: noted })
  expect(await store.question(submission(), named, noted)).toBeUndefined()
  await store.settle(sent.id, created)
  expect(await store.question(submission(), named, noted)).toMatchObject({
    reason: { kind: 'recent' },
    about: [{ id: sent.id, isCreated: true }],
  })
  expect(await records()).toHaveLength(1)
})

test('waits for the full limit once if the database does not open, not on every use', async () => {
  vi.useFakeTimers()
  vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(new IDBOpenDBRequest())
  const store = open()
  const ready = store.salt().then(async () => store.begin(submission(), named, []))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.race([ready, Promise.resolve('waiting')])).toEqual({ kind: 'begun' })
})

test('aborts a write that hangs, and keeps the submission in memory', async () => {
  const store = open()
  await store.list(named)
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  // It never answers.
  // oxlint-disable-next-line typescript/no-unsafe-argument -- it has no result of any type
  add.mockReturnValue(new IDBRequest())
  // Not setImmediate: the database in memory runs on it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const sent = submission()
  const begun = store.begin(sent, named, [])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await begun).toEqual({ kind: 'begun' })
  expect(abort).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect(await store.list(named)).toMatchObject({ submissions: [{ id: sent.id }], isKept: false })
  expect(await records()).toEqual([])
})

describe('while the disk does not answer', () => {
  function breakReading() {
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('gone', 'UnknownError')
    })
  }

  test('the log shows what was read before, and is read again later', async () => {
    const sent = submission()
    await open().begin(sent, named, [])
    const store = open()
    expect(await store.list(named)).toMatchObject({ isKept: true, isRead: true })
    breakReading()
    const seen = { submissions: [{ id: sent.id }], isKept: true, isRead: false }
    expect(await store.list(named)).toMatchObject(seen)
    await open().forget(named)
    vi.restoreAllMocks()
    expect(await store.list(named)).toMatchObject({ submissions: [], isRead: true })
    breakReading()
    expect(await store.list(named)).toMatchObject({ submissions: [] })
  })

  test('asks about submissions that were read or written before', async () => {
    const sent = submission()
    const other = open()
    await other.begin(sent, named, [])
    await other.settle(sent.id, unknown)
    const store = open()
    await store.list(named)
    breakReading()
    const unknownOne = { reason: { kind: 'unknown' }, about: [{ id: sent.id }] }
    for (const one of [store, other]) {
      expect(await one.question(submission(), named, [])).toMatchObject(unknownOne)
      expect(await one.begin(submission(), named, [])).toMatchObject({ question: unknownOne })
    }
  })
})

test('keeps an outcome if the disk fails while it is written', async () => {
  const sent = submission()
  await open().begin(sent, named, [])
  const store = open()
  await store.list(named)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError')
  })
  await store.settle(sent.id, created)
  vi.restoreAllMocks()
  await store.list(named)
  expect((await store.list(named)).submissions).toMatchObject([{ outcome: created }])
})

test('recalling a known submission does not make it open again', async () => {
  const store = open()
  const sent = submission()
  await store.begin(sent, nameless, [])
  await store.settle(sent.id, created)
  store.recall(sent, nameless)
  expect((await store.list(nameless)).submissions).toMatchObject([{ outcome: created }])
})

test('recalls a submission that only the page knows of, as open', async () => {
  const store = open()
  const sent = submission()
  store.recall(sent, nameless)
  expect((await store.list(nameless)).submissions).toMatchObject([{ id: sent.id, outcome: null }])
  expect(await store.begin(submission(), nameless, [])).toMatchObject({ kind: 'ask' })
  await store.settle(sent.id, created)
  expect((await store.list(nameless)).submissions).toMatchObject([{ outcome: created }])
  expect(await records()).toEqual([])
})
