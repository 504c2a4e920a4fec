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
import {
  type SubmissionStore,
  type NewSubmission,
  openSubmissionStore,
} from '#web/submissions/submission-store.ts'
import type { CreationOutcome } from '#web/submissions/outcome.ts'

/** What the tests of the journal have in common: a database in memory, and what they write to it. */

const [scene] = POSTER_SCENES
/** What each submission asks for, unless it says otherwise. */
export const request = { image_url: 'https://example.com/a.png', prompt: scene }

/** What can become of a submission. */
export const unknown: CreationOutcome = { kind: 'unknown', failure: { kind: 'timeout' } }
export const refused: CreationOutcome = {
  kind: 'refused',
  failure: { kind: 'refused', code: 402, message: 'no' },
}
export const created: CreationOutcome = {
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
/** A journal as another tab, or the same one after a reload, would open it. */
export function open(): SubmissionStore {
  const journal = openSubmissionStore()
  opened.push(journal)
  return journal
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
    for (const journal of opened) journal.close()
    opened = []
  })
}
