import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'

import { type RecordOwner, MAX_KEPT } from '#web/poster-records/record.ts'
import {
  poster,
  created,
  logIn,
  open,
  refused,
  request,
  setUpDatabase,
  unknown,
} from '#web/poster-records/record-store.fixture.ts'

setUpDatabase()

const account = (name: string | undefined, session = 'session-1'): RecordOwner => ({
  name,
  session,
})
const mine = account('mine')
const other = account('other', 'session-2')
const picture = (name: string) => ({ ...request, image_url: `https://example.com/${name}.png` })

test('a poster that was begun is there after a reload, without an outcome', async () => {
  const sent = poster()
  expect(await open().begin(sent, mine, [])).toEqual({ kind: 'begun' })
  expect(await logIn(open(), mine)).toEqual({
    records: [{ ...sent, owner: 'mine', state: { kind: 'sending' } }],
    unreadable: 0,
    isKept: true,
    isRead: true,
  })
  expect((await logIn(open(), other)).records).toEqual([])
})

test('a poster is written with strict durability', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await open().begin(poster(), mine, [])
  expect(transaction).toHaveBeenCalledWith('records', 'readwrite', { durability: 'strict' })
})

test('if many tabs send the same poster at once, only one may send it', async () => {
  const tabs = Array.from({ length: 8 }, open)
  const answers = await Promise.all(
    tabs.map((tab, index) => tab.begin(poster(), account(`key-${index % 2}`), [])),
  )
  expect(answers.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
  expect(answers.find((answer) => answer.kind === 'ask')).toMatchObject({
    question: { reason: { kind: 'in-flight-elsewhere' } },
  })
})

test('if the person confirms in two tabs, one sends and the other asks again', async () => {
  const first = poster()
  await open().begin(first, mine, [])
  await open().settle(first.id, created)
  const answers = await Promise.all([
    open().begin(poster(), mine, [{ id: first.id, isCreated: true }]),
    open().begin(poster(), mine, [{ id: first.id, isCreated: true }]),
  ])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['ask', 'begun'])
})

describe('settling', () => {
  test('stores the outcome for every tab', async () => {
    const sent = poster()
    await open().begin(sent, mine, [])
    await open().settle(sent.id, created)
    expect((await logIn(open(), mine)).records).toEqual([
      { ...sent, owner: 'mine', state: created },
    ])
  })

  test('keeps every kind of outcome on disk', async () => {
    const store = open()
    for (const [index, outcome] of [unknown, refused, created].entries()) {
      const sent = poster({ request: picture(String(index)) })
      await store.begin(sent, mine, [])
      expect(await logIn(store, mine)).toMatchObject({ isKept: true })
      await store.settle(sent.id, outcome)
      expect(await logIn(store, mine)).toMatchObject({ isKept: true })
    }
  })

  test('a certain outcome stays, and an unknown one can become certain', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, mine, [])
    const outcome = async () => (await logIn(store, mine)).records[0]?.state.kind
    await store.settle(sent.id, unknown)
    expect(await outcome()).toBe('unknown')
    await store.settle(sent.id, created)
    await store.settle(sent.id, unknown)
    await store.settle(sent.id, refused)
    expect(await outcome()).toBe('created')
  })

  test('does not bring back a poster that was deleted', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, mine, [])
    await store.forget(mine)
    await store.settle(sent.id, created)
    expect((await logIn(store, mine)).records).toEqual([])
  })
})

test('a page still knows what it has begun after another one has deleted the account', async () => {
  const [here, there] = [open(), open()]
  const sent = poster()
  await here.begin(sent, mine, [])
  await there.forget(mine)
  await here.settle(sent.id, unknown)
  expect((await logIn(here, mine)).records).toMatchObject([{ id: sent.id, state: unknown }])
  expect(await here.begin(poster(), mine, [])).toMatchObject({
    question: { reason: { kind: 'unknown' } },
  })
  expect((await logIn(there, mine)).records).toEqual([])
})

test('deleting an account leaves other accounts alone', async () => {
  const store = open()
  await store.begin(poster(), mine, [])
  await store.begin(poster({ request: picture('b') }), other, [])
  await store.forget(mine)
  expect((await logIn(open(), mine)).records).toEqual([])
  expect((await logIn(open(), other)).records).toHaveLength(1)
})

/** Writes to the database directly. The store must have opened it before. */
async function putOnDisk(records: readonly object[]): Promise<void> {
  const raw = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('marquee.poster-records')
    opening.addEventListener('success', () => {
      resolve(opening.result)
    })
  })
  await new Promise((resolve) => {
    const writing = raw.transaction('records', 'readwrite')
    for (const record of records) writing.objectStore('records').put(record)
    writing.addEventListener('complete', resolve)
  })
  raw.close()
}

test('deletes the oldest records if there are too many, but no open one', async () => {
  const store = open()
  const all = Array.from({ length: MAX_KEPT + 4 }, (_, index) =>
    poster({ request: picture(`${index}`), startedAt: index }),
  )
  await logIn(store, mine)
  // The first has no outcome, the second an unknown one.
  const states = [{ kind: 'sending' }, unknown]
  await putOnDisk(
    all.slice(0, MAX_KEPT).map((one, index) => {
      const state = index < 2 ? states[index] : refused
      return { ...one, owner: 'mine', state }
    }),
  )
  for (const one of all.slice(MAX_KEPT)) {
    await store.begin(one, mine, [])
    await store.settle(one.id, refused)
  }
  const kept = (await logIn(store, mine)).records.map(({ startedAt }) => startedAt)
  expect(kept).toHaveLength(MAX_KEPT + 2)
  expect(kept.slice(0, 3)).toEqual([0, 1, 4])
})

test('keeps and counts records that cannot be read, and shows the others', async () => {
  const store = open()
  await store.begin(poster(), mine, [])
  await putOnDisk([{ id: 'x', owner: 'mine', request: 'of another version' }])
  const expected = { unreadable: 1, isKept: true }
  expect(await logIn(open(), mine)).toMatchObject(expected)
  await store.begin(poster({ request: picture('b') }), mine, [])
  const log = await logIn(open(), mine)
  expect(log).toMatchObject(expected)
  expect(log.records).toHaveLength(2)
})

test('notifies other tabs of every change', async () => {
  const [here, there] = [open(), open()]
  const sent = poster()
  const changes = [() => here.begin(sent, mine, []), () => here.settle(sent.id, created)]
  for (const change of changes) {
    const told = new Promise<void>((resolve) => {
      there.subscribe(resolve)
    })
    await change()
    await expect(told).resolves.toBeUndefined()
  }
})

describe('a browser without storage', () => {
  async function assertItWorksInMemory() {
    const store = open()
    const sent = poster()
    expect(await store.begin(sent, mine, [])).toEqual({ kind: 'begun' })
    expect(await store.begin(poster(), mine, [])).toMatchObject({ kind: 'ask' })
    await store.settle(sent.id, created)
    expect(await logIn(store, mine)).toMatchObject({
      records: [{ id: sent.id, state: { kind: 'created' } }],
      isKept: false,
    })
    await store.forget(mine)
    expect((await logIn(store, mine)).records).toEqual([])
  }

  test('without a database', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await assertItWorksInMemory()
    expect(await open().salt()).toBeUndefined()
  })

  test('if the database is refused', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    await assertItWorksInMemory()
  })

  test('if the disk is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await assertItWorksInMemory()
  })

  test('a read-only disk does not hide what another tab has sent', async () => {
    await open().begin(poster(), mine, [])
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its database below
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function refuse(
      this: IDBDatabase,
      stores,
      mode,
    ) {
      if (mode === 'readwrite') throw new DOMException('read only', 'InvalidStateError')
      return transaction.call(this, stores, mode)
    })
    expect(await open().begin(poster(), mine, [])).toMatchObject({ kind: 'ask' })
  })

  test('shows an outcome that cannot be written', async () => {
    const store = open()
    const sent = poster()
    await store.begin(sent, mine, [])
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await store.settle(sent.id, created)
    expect(await logIn(store, mine)).toMatchObject({
      records: [{ state: { kind: 'created' } }],
      isKept: false,
    })
  })
})

test('the salt stays the same', async () => {
  const salt = await open().salt()
  expect(salt).toHaveLength(16)
  expect(await open().salt()).toEqual(salt)
})

test('lets a newer version in another tab upgrade, and continues in memory', async () => {
  const store = open()
  await store.begin(poster(), mine, [])
  const newer = indexedDB.open('marquee.poster-records', 2)
  await new Promise((resolve) => {
    newer.addEventListener('success', resolve)
  })
  newer.result.close()
  expect(await store.begin(poster({ request: picture('b') }), mine, [])).toEqual({
    kind: 'begun',
  })
  // What it has read or written before stays in sight.
  expect(await logIn(store, mine)).toMatchObject({ records: [{}, {}], isKept: false })
})
