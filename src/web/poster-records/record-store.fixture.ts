import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { logOf, type RecordLog } from '#web/poster-records/record-log.ts'
import { PosterRecordStore } from '#web/poster-records/record-store.ts'
import type { NewPoster, Outcome, RecordOwner } from '#web/poster-records/record.ts'

/** Shared by the tests of the record store: a database in memory, and what they write to it. */

const [scene] = POSTER_SCENES
/** What each poster asks for, unless it says otherwise. */
export const request = { image_url: 'https://example.com/a.png', prompt: scene }

/** What can become of a poster. */
export const unknown: Outcome = { kind: 'unknown', failure: { kind: 'timeout' } }
export const refused: Outcome = {
  kind: 'refused',
  failure: { kind: 'refused', code: 402, message: 'no' },
}
export const created: Outcome = {
  kind: 'created',
  at: 5,
  created: { uuid: 'd3f1', remainingPoints: 2n ** 60n, taskType: null, message: null },
}

let count = 0
/** A new poster with an id of its own. */
export function poster(change: Partial<NewPoster> = {}): NewPoster {
  count += 1
  return { id: `poster-${count}`, request, startedAt: Date.now(), ...change }
}

let opened: PosterRecordStore[] = []
/** A store as another tab, or the same one after a reload, would open it. */
export function open(): PosterRecordStore {
  const store = new PosterRecordStore()
  opened.push(store)
  return store
}

/** The log of an account in a tab. */
export async function logIn(store: PosterRecordStore, owner: RecordOwner): Promise<RecordLog> {
  const reading = await store.read(owner)
  return logOf(reading, store.own(owner.session).get(), owner.session)
}

/** Gives each test of a file a database of its own. */
export function setUpDatabase(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const classes = {
      IDBCursor,
      IDBDatabase,
      IDBFactory,
      IDBIndex,
      IDBKeyRange,
      IDBObjectStore,
      IDBRequest,
      IDBTransaction,
    }
    for (const [name, value] of Object.entries(classes)) vi.stubGlobal(name, value)
  })
  afterEach(() => {
    for (const store of opened) store.close()
    opened = []
  })
}
