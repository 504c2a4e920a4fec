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
  const opening = indexedDB.open('marquee.attempts')
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve)
  })
  const submissions = opening.result.transaction('attempts').objectStore('attempts')
  const reading: IDBRequest<unknown[]> = submissions.getAll()
  await new Promise((resolve) => {
    reading.addEventListener('success', resolve)
  })
  opening.result.close()
  return reading.result
}

describe('an account without a lasting name', () => {
  test('is kept in memory and never on disk, and the log says so', async () => {
    const journal = open()
    const sent = submission()
    await open().list(named)
    expect(await journal.begin(sent, nameless, [])).toEqual({ kind: 'begun' })
    expect(await journal.list(nameless)).toMatchObject({
      submissions: [{ id: sent.id }],
      isKept: false,
    })
    await journal.settle(sent.id, unknown)
    expect(await journal.begin(submission(), nameless, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect(await records()).toEqual([])
  })

  test('is found again under the name that it gets later, as its own', async () => {
    const journal = open()
    const sent = submission()
    await journal.begin(sent, nameless, [])
    await journal.settle(sent.id, unknown)
    expect((await journal.list(named)).submissions).toMatchObject([{ id: sent.id }])
    const hour = 60 * 60_000
    const later = { ...submission(), startedAt: Date.now() + hour }
    expect(await journal.begin(later, named, [])).toMatchObject({
      question: { reason: { kind: 'unknown' } },
    })
    expect((await journal.list({ name: 'other', session: 'session-2' })).submissions).toEqual([])
  })

  test('is asked about what other tabs have on disk', async () => {
    await open().begin(submission(), named, [])
    expect(await open().begin(submission(), nameless, [])).toMatchObject({ kind: 'ask' })
  })
})

describe('a reply with the task in it', () => {
  test('outdoes everything that was noted before', async () => {
    const journal = open()
    const sent = submission()
    await journal.begin(sent, named, [])
    await journal.settle(sent.id, { kind: 'not-sent', failure: null })
    await journal.settle(sent.id, created)
    expect((await open().list(named)).submissions).toMatchObject([{ outcome: { kind: 'created' } }])
  })

  test.each([
    ['is not outdone in memory where the disk is full', created, refused, 'created'],
    ['outdoes a refusal in memory where the disk is full', refused, created, 'created'],
  ])('%s', async (_, onDisk, later, expected) => {
    const journal = open()
    const sent = submission()
    await journal.begin(sent, named, [])
    await journal.settle(sent.id, onDisk)
    breakWriting()
    await journal.settle(sent.id, later)
    expect((await journal.list(named)).submissions).toMatchObject([{ outcome: { kind: expected } }])
  })

  test('on disk is not hidden by what this tab holds in memory', async () => {
    const journal = open()
    const sent = submission()
    await journal.begin(sent, named, [])
    breakWriting()
    await journal.settle(sent.id, unknown)
    vi.restoreAllMocks()
    await open().settle(sent.id, created)
    expect((await journal.list(named)).submissions).toMatchObject([
      { outcome: { kind: 'created' } },
    ])
  })
})

describe('forgetting says whether anything may be left', () => {
  test('nothing', async () => {
    await open().begin(submission(), named, [])
    expect(await open().forget(named)).toBe(true)
    expect(await records()).toEqual([])
  })

  test('where the account has no name at the moment', async () => {
    expect(await open().forget(nameless)).toBe(false)
  })

  test('where the database does not open', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(await open().forget(named)).toBe(false)
  })

  test('a browser without a database holds nothing', async () => {
    vi.stubGlobal('IDBFactory', undefined)
    expect(await open().forget(named)).toBe(true)
  })
})

test('what there is to ask is told without recording anything', async () => {
  const journal = open()
  const sent = submission()
  await journal.begin(sent, named, [])
  const noted = [{ id: sent.id, isCreated: false }]
  expect(await journal.question(submission(), named, [])).toMatchObject({ about: noted })
  expect(await journal.question(submission(), named, noted)).toBeUndefined()
  await journal.settle(sent.id, created)
  expect(await journal.question(submission(), named, noted)).toMatchObject({
    reason: { kind: 'recent' },
    about: [{ id: sent.id, isCreated: true }],
  })
  expect(await records()).toHaveLength(1)
})

test('a database that does not open costs its limit once, not at every use', async () => {
  vi.useFakeTimers()
  vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(new IDBOpenDBRequest())
  const journal = open()
  const ready = journal.salt().then(async () => journal.begin(submission(), named, []))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.race([ready, Promise.resolve('waiting')])).toEqual({ kind: 'begun' })
})

test('a write that hangs is called off, and kept in memory', async () => {
  const journal = open()
  await journal.list(named)
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  // It never answers.
  // oxlint-disable-next-line typescript/no-unsafe-argument -- it has no result of any type
  add.mockReturnValue(new IDBRequest())
  // Not setImmediate: the database in memory runs on it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const sent = submission()
  const begun = journal.begin(sent, named, [])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await begun).toEqual({ kind: 'begun' })
  expect(abort).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect(await journal.list(named)).toMatchObject({ submissions: [{ id: sent.id }], isKept: false })
  expect(await records()).toEqual([])
})

describe('while the disk does not answer', () => {
  function breakReading() {
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('gone', 'UnknownError')
    })
  }

  test('what was seen of it stands, and is read again later', async () => {
    const sent = submission()
    await open().begin(sent, named, [])
    const journal = open()
    expect(await journal.list(named)).toMatchObject({ isKept: true, isRead: true })
    breakReading()
    const seen = { submissions: [{ id: sent.id }], isKept: true, isRead: false }
    expect(await journal.list(named)).toMatchObject(seen)
    await open().forget(named)
    vi.restoreAllMocks()
    expect(await journal.list(named)).toMatchObject({ submissions: [], isRead: true })
    breakReading()
    expect(await journal.list(named)).toMatchObject({ submissions: [] })
  })

  test('what was seen of it, or written, is asked about', async () => {
    const sent = submission()
    const other = open()
    await other.begin(sent, named, [])
    await other.settle(sent.id, unknown)
    const journal = open()
    await journal.list(named)
    breakReading()
    const unknownOne = { reason: { kind: 'unknown' }, about: [{ id: sent.id }] }
    for (const one of [journal, other]) {
      expect(await one.question(submission(), named, [])).toMatchObject(unknownOne)
      expect(await one.begin(submission(), named, [])).toMatchObject({ question: unknownOne })
    }
  })
})

test('an outcome is not lost with a disk that hangs just then', async () => {
  const sent = submission()
  await open().begin(sent, named, [])
  const journal = open()
  await journal.list(named)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError')
  })
  await journal.settle(sent.id, created)
  vi.restoreAllMocks()
  await journal.list(named)
  expect((await journal.list(named)).submissions).toMatchObject([{ outcome: created }])
})

test('what the page knows already is not made open by taking it in again', async () => {
  const journal = open()
  const sent = submission()
  await journal.begin(sent, nameless, [])
  await journal.settle(sent.id, created)
  journal.recall(sent, nameless)
  expect((await journal.list(nameless)).submissions).toMatchObject([{ outcome: created }])
})

test('what only the page knows of is taken in, and is open', async () => {
  const journal = open()
  const sent = submission()
  journal.recall(sent, nameless)
  expect((await journal.list(nameless)).submissions).toMatchObject([{ id: sent.id, outcome: null }])
  expect(await journal.begin(submission(), nameless, [])).toMatchObject({ kind: 'ask' })
  await journal.settle(sent.id, created)
  expect((await journal.list(nameless)).submissions).toMatchObject([{ outcome: created }])
  expect(await records()).toEqual([])
})
