import { IDBObjectStore } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'

import {
  poster,
  created,
  logIn,
  open,
  request,
  setUpDatabase,
  unknown,
} from '#web/poster-records/record-store.fixture.ts'

setUpDatabase()

const mine = { name: 'mine', session: 'session-1' }
const other = { name: 'other', session: 'session-2' }
const picture = (name: string) => ({
  request: { ...request, image_url: `https://example.com/${name}.png` },
})

test('deletes the removed records from disk, and no others', async () => {
  const store = open()
  const [first, second, third] = ['a', 'b', 'c'].map((name) => poster(picture(name)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('none')
  await store.begin(first, mine, [])
  await store.begin(second, mine, [])
  await store.begin(third, other, [])
  expect(await store.remove([first.id, third.id], mine)).toBe(true)
  expect((await logIn(store, mine)).records).toMatchObject([{ id: second.id }])
  expect((await logIn(open(), mine)).records).toMatchObject([{ id: second.id }])
  // Another account's is not this one's to remove.
  expect((await logIn(open(), other)).records).toMatchObject([{ id: third.id }])
})

test('other tabs remove it too, also the one that has sent it', async () => {
  const [store, sender] = [open(), open()]
  const sent = poster()
  await sender.begin(sent, mine, [])
  await sender.settle(sent.id, created)
  const told = new Promise<void>((resolve) => {
    sender.subscribe(resolve)
  })
  await store.remove([sent.id], mine)
  await told
  expect(await logIn(sender, mine)).toMatchObject({ records: [], isKept: true })
})

test('the page that has sent it still asks before it sends the same poster', async () => {
  const store = open()
  const sent = poster()
  await store.begin(sent, mine, [])
  await store.settle(sent.id, unknown)
  await store.remove([sent.id], mine)
  expect(await store.begin(poster(), mine, [])).toMatchObject({
    question: { reason: { kind: 'unknown' } },
  })
})

test('changes nothing if it cannot be deleted from disk', async () => {
  const store = open()
  const sent = poster()
  await store.begin(sent, mine, [])
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError')
  })
  expect(await store.remove([sent.id], mine)).toBe(false)
  expect((await logIn(store, mine)).records).toMatchObject([{ id: sent.id }])
  vi.restoreAllMocks()
})

test('a poster with a known id is not sent again, here or in another tab', async () => {
  const sent = poster()
  const store = open()
  expect(await store.begin(sent, mine, [])).toEqual({ kind: 'begun' })
  expect(await store.begin(sent, mine, [])).toEqual({ kind: 'known' })
  expect(await open().begin(sent, mine, [])).toEqual({ kind: 'known' })
  vi.stubGlobal('indexedDB', undefined)
  const nameless = { name: undefined, session: 'session-1' }
  const inMemory = open()
  const next = poster(picture('next'))
  expect(await inMemory.begin(next, nameless, [])).toEqual({ kind: 'begun' })
  expect(await inMemory.begin(next, nameless, [])).toEqual({ kind: 'known' })
})
