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
import { SubmissionStore } from '#web/submissions/submission-store.ts'
import type { NewSubmission, Outcome } from '#web/submissions/submission.ts'

/** Shared by the tests of the submission store: a database in memory, and what they write to it. */

const [scene] = POSTER_SCENES
/** What each submission asks for, unless it says otherwise. */
export const request = { image_url: 'https://example.com/a.png', prompt: scene }

/** What can become of a submission. */
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
/** A new submission with an id of its own. */
export function submission(change: Partial<NewSubmission> = {}): NewSubmission {
  count += 1
  return { id: `submission-${count}`, request, startedAt: Date.now(), ...change }
}

let opened: SubmissionStore[] = []
/** A store as another tab, or the same one after a reload, would open it. */
export function open(): SubmissionStore {
  const store = new SubmissionStore()
  opened.push(store)
  return store
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
