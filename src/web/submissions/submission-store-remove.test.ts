import { IDBObjectStore } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'

import {
  submission,
  created,
  open,
  request,
  setUpDatabase,
  unknown,
} from '#web/submissions/submission-store.fixture.ts'

setUpDatabase()

const mine = { name: 'mine', session: 'session-1' }
const other = { name: 'other', session: 'session-2' }
const picture = (name: string) => ({
  request: { ...request, image_url: `https://example.com/${name}.png` },
})

test('what is taken out of the log is gone from the disk, and nothing else is', async () => {
  const journal = open()
  const [first, second, third] = ['a', 'b', 'c'].map((name) => submission(picture(name)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('none')
  await journal.begin(first, mine, [])
  await journal.begin(second, mine, [])
  await journal.begin(third, other, [])
  expect(await journal.remove([first.id, third.id], mine)).toBe(true)
  expect((await journal.list(mine)).submissions).toMatchObject([{ id: second.id }])
  expect((await open().list(mine)).submissions).toMatchObject([{ id: second.id }])
  // Another account's is not this one's to remove.
  expect((await open().list(other)).submissions).toMatchObject([{ id: third.id }])
})

test('other tabs follow, also the one that has sent it', async () => {
  const [journal, sender] = [open(), open()]
  const sent = submission()
  await sender.begin(sent, mine, [])
  await sender.settle(sent.id, created)
  const told = new Promise<void>((resolve) => {
    sender.subscribe(resolve)
  })
  await journal.remove([sent.id], mine)
  await told
  expect(await sender.list(mine)).toMatchObject({ submissions: [], isKept: true })
})

test('the page that has sent it goes on asking before it sends the same poster', async () => {
  const journal = open()
  const sent = submission()
  await journal.begin(sent, mine, [])
  await journal.settle(sent.id, unknown)
  await journal.remove([sent.id], mine)
  expect(await journal.begin(submission(), mine, [])).toMatchObject({
    question: { reason: { kind: 'unknown' } },
  })
})

test('where the disk does not let it go nothing has changed', async () => {
  const journal = open()
  const sent = submission()
  await journal.begin(sent, mine, [])
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new Error('no')
  })
  expect(await journal.remove([sent.id], mine)).toBe(false)
  expect((await journal.list(mine)).submissions).toMatchObject([{ id: sent.id }])
  vi.restoreAllMocks()
})

test('a second submission of one id is no other: neither here nor in another tab', async () => {
  const sent = submission()
  const journal = open()
  expect(await journal.begin(sent, mine, [])).toEqual({ kind: 'begun' })
  expect(await journal.begin(sent, mine, [])).toEqual({ kind: 'known' })
  expect(await open().begin(sent, mine, [])).toEqual({ kind: 'known' })
  vi.stubGlobal('indexedDB', undefined)
  const nameless = { name: undefined, session: 'session-1' }
  const inMemory = open()
  const next = submission(picture('next'))
  expect(await inMemory.begin(next, nameless, [])).toEqual({ kind: 'begun' })
  expect(await inMemory.begin(next, nameless, [])).toEqual({ kind: 'known' })
})
