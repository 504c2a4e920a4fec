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
  poster,
  created,
  logIn,
  open,
  refused,
  setUpDatabase,
  unknown,
} from '#web/poster-records/record-store.fixture.ts'
import { isAllStored } from '#web/poster-records/record-log.ts'
import { MAX_KEPT, type PosterRecord, type PosterState } from '#web/poster-records/record.ts'

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
  const stored = opening.result.transaction('records').objectStore('records')
  const reading: IDBRequest<unknown[]> = stored.getAll()
  await new Promise((resolve) => {
    reading.addEventListener('success', resolve)
  })
  opening.result.close()
  return reading.result
}

describe('an account without a lasting name', () => {
  test('is kept in memory only, and the log says so', async () => {
    const store = open()
    const sent = poster()
    await logIn(open(), named)
    expect(await store.begin(sent, nameless, [])).toEqual({ kind: 'begun' })
    expect(await logIn(store, nameless)).toMatchObject({
      records: [{ id: sent.id }],
      isKept: false,
    })
    await store.settle(sent.id, unknown)
    expect(await store.begin(poster(), nameless, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect(await records()).toEqual([])
  })

  test('finds its records under the name that it gets later', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, nameless, [])
    await store.settle(sent.id, unknown)
    expect((await logIn(store, named)).records).toMatchObject([{ id: sent.id }])
    const hour = 60 * 60_000
    const later = { ...poster(), startedAt: Date.now() + hour }
    expect(await store.begin(later, named, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect((await logIn(store, { name: 'other', session: 'session-2' })).records).toEqual([])
  })

  test('asks about posters of other tabs on disk', async () => {
    await open().begin(poster(), named, [])
    expect(await open().begin(poster(), nameless, [])).toMatchObject({ kind: 'ask' })
  })
})

describe('a reply with the task in it', () => {
  test('overrides every earlier outcome', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, named, [])
    await store.settle(sent.id, { kind: 'not-sent', failure: null })
    await store.settle(sent.id, created)
    expect((await logIn(open(), named)).records).toMatchObject([{ state: { kind: 'created' } }])
  })

  test.each([
    ['is not overridden in memory if the disk is full', created, refused, 'created'],
    ['overrides a refusal in memory if the disk is full', refused, created, 'created'],
  ])('%s', async (_, onDisk, later, expected) => {
    const store = open()
    const sent = poster()
    await store.begin(sent, named, [])
    await store.settle(sent.id, onDisk)
    breakWriting()
    await store.settle(sent.id, later)
    expect((await logIn(store, named)).records).toMatchObject([{ state: { kind: expected } }])
  })

  test('on disk is not hidden by an outcome in memory', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, named, [])
    breakWriting()
    await store.settle(sent.id, unknown)
    vi.restoreAllMocks()
    await open().settle(sent.id, created)
    expect((await logIn(store, named)).records).toMatchObject([{ state: { kind: 'created' } }])
  })
})

describe('deleting says whether anything may be left on disk', () => {
  test('nothing', async () => {
    await open().begin(poster(), named, [])
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
  const sent = poster()
  await store.begin(sent, named, [])
  const noted = [{ id: sent.id, isCreated: false }]
  expect(await store.question(poster(), named, [])).toMatchObject({ about: noted })
  expect(await store.question(poster(), named, noted)).toBeUndefined()
  await store.settle(sent.id, created)
  expect(await store.question(poster(), named, noted)).toMatchObject({
    reason: { kind: 'recent' },
    about: [{ id: sent.id, isCreated: true }],
  })
  expect(await records()).toHaveLength(1)
})

test('waits for the full limit once if the database does not open, not on every use', async () => {
  vi.useFakeTimers()
  vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(new IDBOpenDBRequest())
  const store = open()
  const ready = store.salt().then(async () => store.begin(poster(), named, []))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.race([ready, Promise.resolve('waiting')])).toEqual({ kind: 'begun' })
})

test('aborts a write that hangs, and keeps the poster in memory', async () => {
  const store = open()
  await logIn(store, named)
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  // It never answers.
  // oxlint-disable-next-line typescript/no-unsafe-argument -- it has no result of any type
  add.mockReturnValue(new IDBRequest())
  // Not setImmediate: the database in memory runs on it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const sent = poster()
  const begun = store.begin(sent, named, [])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await begun).toEqual({ kind: 'begun' })
  expect(abort).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect(await logIn(store, named)).toMatchObject({ records: [{ id: sent.id }], isKept: false })
  expect(await records()).toEqual([])
})

describe('while the disk does not answer', () => {
  function breakReading() {
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('gone', 'UnknownError')
    })
  }

  test('the log shows what was read before, and is read again later', async () => {
    const sent = poster()
    await open().begin(sent, named, [])
    const store = open()
    expect(await logIn(store, named)).toMatchObject({ isKept: true, isRead: true })
    breakReading()
    const seen = { records: [{ id: sent.id }], isKept: true, isRead: false }
    expect(await logIn(store, named)).toMatchObject(seen)
    await open().forget(named)
    vi.restoreAllMocks()
    expect(await logIn(store, named)).toMatchObject({ records: [], isRead: true })
    breakReading()
    expect(await logIn(store, named)).toMatchObject({ records: [] })
  })

  test('asks about posters that were read or written before', async () => {
    const sent = poster()
    const other = open()
    await other.begin(sent, named, [])
    await other.settle(sent.id, unknown)
    const store = open()
    await logIn(store, named)
    breakReading()
    const unknownOne = { reason: { kind: 'unknown' }, about: [{ id: sent.id }] }
    for (const one of [store, other]) {
      expect(await one.question(poster(), named, [])).toMatchObject(unknownOne)
      expect(await one.begin(poster(), named, [])).toMatchObject({ question: unknownOne })
    }
  })
})

test('keeps an outcome if the disk fails while it is written', async () => {
  const sent = poster()
  await open().begin(sent, named, [])
  const store = open()
  await logIn(store, named)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError')
  })
  await store.settle(sent.id, created)
  vi.restoreAllMocks()
  await logIn(store, named)
  expect((await logIn(store, named)).records).toMatchObject([{ state: created }])
})

describe('what a tab knew before a reload', () => {
  const recalled = (state: PosterState): PosterRecord => ({
    ...poster(),
    owner: 'session-1',
    state,
  })

  test('is in the log while it is open, and when its outcome comes', async () => {
    const store = open()
    const sent = recalled({ kind: 'sending' })
    store.recall('session-1', [sent])
    expect((await logIn(store, nameless)).records).toMatchObject([
      { id: sent.id, state: { kind: 'sending' } },
    ])
    expect(await store.begin(poster(), nameless, [])).toMatchObject({ kind: 'ask' })
    await store.settle(sent.id, created)
    expect((await logIn(store, nameless)).records).toMatchObject([{ state: created }])
    expect(await records()).toEqual([])
  })

  test('is in the log only with the disk if it is settled, or was removed from it', async () => {
    const store = open()
    const removed = { ...recalled(unknown), isHidden: true }
    store.recall('session-1', [recalled(created), removed, recalled({ kind: 'queued' })])
    expect(await logIn(store, named)).toMatchObject({ records: [], isKept: true })
    expect(await store.begin(poster(), named, [])).toMatchObject({ kind: 'ask' })
  })

  test('goes with the disk that has had it', async () => {
    const before = open()
    const sent = poster()
    await before.begin(sent, named, [])
    const store = open()
    store.recall('session-1', [{ ...sent, owner: 'session-1', state: { kind: 'sending' } }])
    await store.settle(sent.id, created)
    expect((await logIn(store, named)).records).toMatchObject([{ state: created }])
    await open().forget(named)
    expect((await logIn(store, named)).records).toEqual([])
  })

  test('stays while its outcome is unknown, also if another tab forgets it', async () => {
    const before = open()
    const sent = poster()
    await before.begin(sent, named, [])
    await before.settle(sent.id, unknown)
    const store = open()
    store.recall('session-1', [{ ...sent, owner: 'session-1', state: unknown }])
    expect((await logIn(store, named)).records).toMatchObject([{ state: unknown }])
    await open().forget(named)
    expect((await logIn(store, named)).records).toMatchObject([{ id: sent.id, state: unknown }])
  })

  test('does not make open again what this page has settled', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, nameless, [])
    await store.settle(sent.id, created)
    store.recall('session-1', [{ ...sent, owner: 'session-1', state: { kind: 'sending' } }])
    expect(store.own('session-1').get()).toMatchObject([{ id: sent.id, state: created }])
  })
})

test('what another account has sent in a batch that went on is not in the log', async () => {
  const store = open()
  const sent = { ...poster(), owner: 'session-0', state: unknown }
  store.recall('session-1', [sent])
  expect(await logIn(store, named)).toMatchObject({ records: [], isKept: true })
})

test('what the disk has dropped as too old is not missing', () => {
  const all = Array.from({ length: MAX_KEPT + 1 }, (_, index) => ({
    ...poster({ startedAt: index }),
    owner: 'session-1',
    state: refused,
  }))
  expect(isAllStored(all.slice(1), all, 'session-1')).toBe(true)
  expect(isAllStored(all.slice(0, -1), all, 'session-1')).toBe(false)
})

test('a queued poster learns that another tab has sent it', async () => {
  const [store, other] = [open(), open()]
  const sent = poster()
  store.own('session-1').set([{ ...sent, owner: 'session-1', state: { kind: 'queued' } }])
  await other.begin(sent, named, [])
  await other.settle(sent.id, created)
  await store.read(named)
  expect(store.own('session-1').get()).toMatchObject([{ state: created }])
})
