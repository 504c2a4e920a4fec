import { deleteDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

import { createTimeLimit } from '#web/api/storage-timeout.ts'
import {
  excessOf,
  MAX_KEPT,
  type OwnedSubmission,
  readRecord,
  type Submission,
} from '#web/submissions/submission.ts'

interface Schema extends DBSchema {
  records: {
    key: string
    value: Submission
    indexes: { owner: string; poster: [string, string] }
  }
  browser: { key: 'salt'; value: Uint8Array<ArrayBuffer> }
}

/** The records, within a transaction that may write. */
type SubmissionRecords = IDBPObjectStore<Schema, ['records'], 'records', 'readwrite'>

const NAME = 'marquee.poster-records'
const VERSION = 1

/** How long to wait for a database that does not open, read or write, in milliseconds. */
const LIMIT_MS = 3_000
/** The same limit after it was exceeded once. */
const LIMIT_AFTERWARDS_MS = 500

/**
 * The submissions in IndexedDB. It is opened on first use. Every method rejects if the browser refuses access
 * or does not answer in time.
 */
export class SubmissionDatabase {
  readonly #inTime = createTimeLimit(LIMIT_MS, LIMIT_AFTERWARDS_MS)
  #opening: Promise<IDBPDatabase<Schema>> | undefined

  /** The submissions of one account. @returns also how many of its records cannot be read */
  async ofOwner(name: string): Promise<{ submissions: Submission[]; unreadable: number }> {
    const db = await this.#open()
    const stored = await this.#inTime(db.getAllFromIndex('records', 'owner', name))
    const submissions = readable(stored)
    return { submissions, unreadable: stored.length - submissions.length }
  }

  /** The submissions for one poster, of every account. */
  async ofPoster(request: OwnedSubmission['request']): Promise<Submission[]> {
    const db = await this.#open()
    return readable(await this.#inTime(db.getAllFromIndex('records', 'poster', posterKey(request))))
  }

  /**
   * Adds a record, and deletes the oldest ones of its account if there are too many. This is one transaction:
   * of several tabs that add the same poster at once, each sees the records of the others.
   *
   * @param objectionTo is given the submissions for the same poster; anything but undefined prevents the adding
   * @returns the objection; 'known' if there is a record of this id; undefined if the record was added
   */
  async add<Objection>(
    record: Submission,
    objectionTo: (samePoster: Submission[]) => Objection | undefined,
  ): Promise<Objection | 'known' | undefined> {
    return this.write(async (submissions) => {
      if ((await submissions.getKey(record.id)) !== undefined) return 'known'
      const samePoster = await submissions.index('poster').getAll(posterKey(record.request))
      const objection = objectionTo(readable(samePoster))
      if (objection !== undefined) return objection
      await submissions.add(record)
      await deleteExcess(submissions, record.owner)
      return undefined
    })
  }

  /** Deletes records of one account. */
  async delete(owner: string, isMeant: (id: string) => boolean): Promise<void> {
    await this.write(async (submissions) => {
      const ids = await submissions.index('owner').getAllKeys(owner)
      await Promise.all(ids.filter(isMeant).map((id) => submissions.delete(id)))
    })
  }

  /** Runs one transaction: when it resolves, all of it is on disk; if it rejects, nothing is. */
  async write<Result>(work: (submissions: SubmissionRecords) => Promise<Result>): Promise<Result> {
    const transaction = (await this.#open()).transaction('records', 'readwrite', {
      // On disk before the request is sent, not only in the system's cache.
      durability: 'strict',
    })
    const both = Promise.all([work(transaction.store), transaction.done])
    const [result] = await this.#inTime(both, () => {
      try {
        transaction.abort()
      } catch {
        // It has ended meanwhile.
      }
    })
    return result
  }

  /** Random bytes that this browser keeps. */
  async salt(): Promise<Uint8Array<ArrayBuffer>> {
    const db = await this.#open()
    return (await this.#inTime(db.get('browser', 'salt'))) ?? (await this.#createSalt(db))
  }

  /** Deletes the database, once other tabs have closed it. */
  async destroy(): Promise<void> {
    this.close()
    await this.#inTime(deleteDB(NAME))
  }

  close(): void {
    void this.#opening?.then((db) => db.close()).catch(() => undefined)
    this.#opening = undefined
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    if (!hasDisk()) throw new DOMException('this browser has no database', 'NotSupportedError')
    this.#opening ??= openDB<Schema>(NAME, VERSION, {
      upgrade(db) {
        const submissions = db.createObjectStore('records', { keyPath: 'id' })
        submissions.createIndex('owner', 'owner')
        submissions.createIndex('poster', ['request.image_url', 'request.prompt'])
        db.createObjectStore('browser')
      },
      // Another tab wants to upgrade to a newer version: let it. The next use opens the database again.
      blocking: (_current, _blocked, { target }) => {
        if (target instanceof IDBDatabase) target.close()
        this.#opening = undefined
      },
      terminated: () => {
        this.#opening = undefined
      },
    })
    const opening = this.#opening
    opening.catch(() => {
      // The next use tries again.
      if (this.#opening === opening) this.#opening = undefined
    })
    return this.#inTime(opening)
  }

  async #createSalt(db: IDBPDatabase<Schema>): Promise<Uint8Array<ArrayBuffer>> {
    const { store, done } = db.transaction('browser', 'readwrite')
    const find = async () => {
      // Another tab may have created it meanwhile.
      const stored = await store.get('salt')
      if (stored !== undefined) return stored
      const salt = crypto.getRandomValues(new Uint8Array(16))
      await store.put(salt, 'salt')
      return salt
    }
    const [salt] = await this.#inTime(Promise.all([find(), done]))
    return salt
  }
}

/** Whether this browser has a database at all. */
export function hasDisk(): boolean {
  return typeof indexedDB !== 'undefined'
}

async function deleteExcess(submissions: SubmissionRecords, owner: string): Promise<void> {
  const byOwner = submissions.index('owner')
  if ((await byOwner.count(owner)) <= MAX_KEPT) return
  const excess = excessOf(readable(await byOwner.getAll(owner)))
  await Promise.all(excess.map(({ id }) => submissions.delete(id)))
}

function posterKey({ image_url, prompt }: OwnedSubmission['request']): [string, string] {
  return [image_url, prompt]
}

/** The records that can be read. Another version may have written others. */
function readable(stored: readonly unknown[]): Submission[] {
  return stored.map(readRecord).filter((record) => record !== undefined)
}
