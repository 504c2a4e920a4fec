import { deleteDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

import { createTimeLimit } from '#web/api/storage-timeout.ts'
import { type OwnedSubmission, readRecord, type Submission } from '#web/submissions/submission.ts'

/** Submissions on disk. Everything throws where the browser refuses, or does not answer in time. */
export interface SubmissionDatabase {
  /** Those of one account. @returns also how many of its records cannot be read */
  ofOwner(name: string): Promise<{ submissions: Submission[]; unreadable: number }>
  /** Those for one poster, of every account. */
  ofPoster(request: OwnedSubmission['request']): Promise<Submission[]>
  /** Changes outcomes, of every account. @returns whether there was one to change */
  rewrite(change: (record: Submission) => Submission): Promise<boolean>
  /** One transaction: all of it is on disk by the end, or nothing. */
  write<Result>(work: (submissions: SubmissionRecords) => Promise<Result>): Promise<Result>
  /** Random bytes that this browser keeps. */
  salt(): Promise<Uint8Array<ArrayBuffer>>
  /** Removes the database, once other tabs have let go of it. */
  destroy(): Promise<void>
  close(): void
}

interface Schema extends DBSchema {
  attempts: {
    key: string
    value: Submission
    indexes: { owner: string; poster: [string, string] }
  }
  browser: { key: 'salt'; value: Uint8Array<ArrayBuffer> }
}

// The name of its first version: tabs of two versions share it during an upgrade, see decision 35.
const NAME = 'marquee.attempts'
const VERSION = 1

/** A database that does not open, read or write keeps nobody waiting for longer, in milliseconds. */
const LIMIT_MS = 3_000
/** While it is known not to answer. */
const LIMIT_AFTERWARDS_MS = 500

/** The records, within a transaction that may write. */
export type SubmissionRecords = IDBPObjectStore<Schema, ['attempts'], 'attempts', 'readwrite'>

/** Opens the disk; the database itself is opened when it is first wanted. */
export function openSubmissionDatabase(): SubmissionDatabase {
  const inTime = createTimeLimit(LIMIT_MS, LIMIT_AFTERWARDS_MS)
  let opening: Promise<IDBPDatabase<Schema>> | undefined

  function database(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDB<Schema>(NAME, VERSION, {
      upgrade(db) {
        const submissions = db.createObjectStore('attempts', { keyPath: 'id' })
        submissions.createIndex('owner', 'owner')
        submissions.createIndex('poster', ['request.image_url', 'request.prompt'])
        db.createObjectStore('browser')
      },
      // A newer version in another tab may go ahead: the next use opens the database again.
      blocking(_current, _blocked, { target }) {
        if (target instanceof IDBDatabase) target.close()
        opening = undefined
      },
      terminated() {
        opening = undefined
      },
    })
    const mine = opening
    mine.catch(() => {
      // The next use tries again.
      if (opening === mine) opening = undefined
    })
    return inTime(mine)
  }

  async function makeSalt(db: IDBPDatabase<Schema>): Promise<Uint8Array<ArrayBuffer>> {
    const { store, done } = db.transaction('browser', 'readwrite')
    const find = async () => {
      // Another tab may have been faster.
      const kept = await store.get('salt')
      if (kept !== undefined) return kept
      const salt = crypto.getRandomValues(new Uint8Array(16))
      await store.put(salt, 'salt')
      return salt
    }
    const [salt] = await inTime(Promise.all([find(), done]))
    return salt
  }

  function close() {
    void opening?.then((db) => db.close()).catch(() => undefined)
    opening = undefined
  }

  async function write<Result>(
    work: (submissions: SubmissionRecords) => Promise<Result>,
  ): Promise<Result> {
    const transaction = (await database()).transaction('attempts', 'readwrite', {
      // On disk before the request goes out, not in the system's cache.
      durability: 'strict',
    })
    const both = Promise.all([work(transaction.store), transaction.done])
    const [result] = await inTime(both, () => {
      try {
        transaction.abort()
      } catch {
        // It came to its end just now.
      }
    })
    return result
  }

  return {
    async ofOwner(name) {
      const db = await database()
      const kept = await inTime(db.getAllFromIndex('attempts', 'owner', name))
      const submissions = readable(kept)
      return { submissions, unreadable: kept.length - submissions.length }
    },

    async ofPoster({ image_url, prompt }) {
      const db = await database()
      return readable(await inTime(db.getAllFromIndex('attempts', 'poster', [image_url, prompt])))
    },

    async rewrite(change) {
      // Opening the database would make it.
      const databases = await inTime(indexedDB.databases())
      if (databases.every(({ name }) => name !== NAME)) return false
      const kept = readable(await inTime((await database()).getAll('attempts')))
      const isChanged = (record: Submission) => change(record).outcome !== record.outcome
      if (!kept.some(isChanged)) return false
      await write(async (submissions) => {
        const current = readable(await submissions.getAll()).filter(isChanged)
        await Promise.all(current.map((record) => submissions.put(change(record))))
      })
      return true
    },

    write,

    async salt() {
      const db = await database()
      return (await inTime(db.get('browser', 'salt'))) ?? (await makeSalt(db))
    },

    async destroy() {
      close()
      await inTime(deleteDB(NAME))
    },

    close,
  }
}

/** The records that can be read; the database may hold what another version wrote. */
export function readable(kept: readonly unknown[]): Submission[] {
  return kept.map(readRecord).filter((record) => record !== undefined)
}
