import { deleteDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

import { createTimeLimit } from '#web/api/storage-timeout.ts'
import {
  excessOf,
  MAX_KEPT,
  type NewPoster,
  type PosterRecord,
  readRecord,
} from '#web/poster-records/record.ts'

interface Schema extends DBSchema {
  records: {
    key: string
    value: PosterRecord
    indexes: { owner: string; poster: [string, string] }
  }
  browser: { key: 'salt'; value: Uint8Array<ArrayBuffer> }
}

/** The records, within a transaction that may write. */
type StoredRecords = IDBPObjectStore<Schema, ['records'], 'records', 'readwrite'>

const NAME = 'marquee.poster-records'
const VERSION = 1

/** How long to wait for a database that does not open, read or write, in milliseconds. */
const LIMIT_MS = 3_000
/** The same limit after it was exceeded once. */
const LIMIT_AFTERWARDS_MS = 500

/**
 * The records in IndexedDB. It is opened on first use. Every method rejects if the browser refuses access
 * or does not answer in time.
 */
export class PosterRecordDatabase {
  readonly #inTime = createTimeLimit(LIMIT_MS, LIMIT_AFTERWARDS_MS)
  #opening: Promise<IDBPDatabase<Schema>> | undefined

  /** The records of one account. @returns also how many of its records cannot be read */
  async ofOwner(name: string): Promise<{ records: PosterRecord[]; unreadable: number }> {
    const db = await this.#open()
    const stored = await this.#inTime(db.getAllFromIndex('records', 'owner', name))
    const records = readable(stored)
    return { records, unreadable: stored.length - records.length }
  }

  /** The records for one poster, of every account. */
  async ofPoster(request: NewPoster['request']): Promise<PosterRecord[]> {
    const db = await this.#open()
    return readable(await this.#inTime(db.getAllFromIndex('records', 'poster', posterKey(request))))
  }

  /**
   * Adds a record, and deletes the oldest ones of its account if there are too many. This is one transaction:
   * of several tabs that add the same poster at once, each sees the records of the others.
   *
   * @param objectionTo is given the records for the same poster; anything but undefined prevents the adding
   * @returns the objection; 'known' if there is a record of this id; undefined if the record was added
   */
  async add<Objection>(
    record: PosterRecord,
    objectionTo: (samePoster: PosterRecord[]) => Objection | undefined,
  ): Promise<Objection | 'known' | undefined> {
    return this.write(async (records) => {
      if ((await records.getKey(record.id)) !== undefined) return 'known'
      const samePoster = await records.index('poster').getAll(posterKey(record.request))
      const objection = objectionTo(readable(samePoster))
      if (objection !== undefined) return objection
      await records.add(record)
      await deleteExcess(records, record.owner)
      return undefined
    })
  }

  /** Deletes records of one account. */
  async delete(owner: string, isMeant: (id: string) => boolean): Promise<void> {
    await this.write(async (records) => {
      const ids = await records.index('owner').getAllKeys(owner)
      await Promise.all(ids.filter(isMeant).map((id) => records.delete(id)))
    })
  }

  /** Runs one transaction: when it resolves, all of it is on disk; if it rejects, nothing is. */
  async write<Result>(work: (records: StoredRecords) => Promise<Result>): Promise<Result> {
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
        const store = db.createObjectStore('records', { keyPath: 'id' })
        store.createIndex('owner', 'owner')
        store.createIndex('poster', ['request.image_url', 'request.prompt'])
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

async function deleteExcess(records: StoredRecords, owner: string): Promise<void> {
  const byOwner = records.index('owner')
  if ((await byOwner.count(owner)) <= MAX_KEPT) return
  const excess = excessOf(readable(await byOwner.getAll(owner)))
  await Promise.all(excess.map(({ id }) => records.delete(id)))
}

function posterKey({ image_url, prompt }: NewPoster['request']): [string, string] {
  return [image_url, prompt]
}

/** The records that can be read. Another version may have written others. */
function readable(stored: readonly unknown[]): PosterRecord[] {
  return stored.map(readRecord).filter((record) => record !== undefined)
}
