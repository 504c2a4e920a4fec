import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

import { openAttemptChannel } from '#web/api/attempt-channel.ts'
import { laidOver, openAttemptMemory } from '#web/api/attempt-memory.ts'
import {
  type Attempt,
  type AttemptOwner,
  excessOf,
  isNews,
  MAX_KEPT,
  type Noted,
  ownerName,
  type Question,
  questionBefore,
  readRecord,
  type RecordedAttempt,
} from '#web/api/attempt-record.ts'
import type { CreationOutcome } from '#web/api/creation-outcome.ts'
import { createPatience } from '#web/api/attempt-patience.ts'

/** Whether a submission may go out: it is recorded by then, or there is something to ask first. */
export type Begun = { kind: 'begun' } | { kind: 'ask'; question: Question }

/** A submission before it is recorded. */
export type NewAttempt = Omit<Attempt, 'owner'>

/** What the journal holds of one account. */
export interface AttemptLog {
  /** oldest first */
  attempts: readonly RecordedAttempt[]
  /** records that another version may have written: kept, and never shown */
  unreadable: number
  /** false: the browser keeps no submissions, or not all of them; those are gone with the page */
  isKept: boolean
}

/**
 * The submissions of this browser, on disk: they outlive a reload and a crash. Nothing here throws;
 * where the browser refuses or does not answer, or the account has no lasting name, they are kept in
 * memory and the log says so.
 */
export interface AttemptJournal {
  /**
   * Records a submission before it is sent, unless there is something to ask: in one transaction, so
   * that two tabs cannot both pass.
   *
   * @param confirmed what the person has taken note of
   */
  begin(attempt: NewAttempt, owner: AttemptOwner, confirmed: readonly Noted[]): Promise<Begun>
  /** What there is to ask before a submission, as of now; undefined: nothing. Records nothing. */
  question(
    attempt: NewAttempt,
    owner: AttemptOwner,
    confirmed: readonly Noted[],
  ): Promise<Question | undefined>
  /** Notes what became of a submission that is still recorded, where that is news. */
  settle(id: string, outcome: CreationOutcome): Promise<void>
  list(owner: AttemptOwner): Promise<AttemptLog>
  /** Leaves nothing of an account behind. @returns false: something may be left on disk */
  forget(owner: AttemptOwner): Promise<boolean>
  /** Random bytes that this browser keeps; undefined where it keeps none. */
  salt(): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Calls back after changes, also those of other tabs; returns how to stop that. */
  subscribe(onChange: () => void): () => void
  close(): void
}

interface Schema extends DBSchema {
  attempts: {
    key: string
    value: RecordedAttempt
    indexes: { owner: string; poster: [string, string] }
  }
  browser: { key: 'salt'; value: Uint8Array<ArrayBuffer> }
}

const NAME = 'marquee.attempts'
const VERSION = 1

/** A database that does not open, read or write keeps nobody waiting for longer, in milliseconds. */
const LIMIT_MS = 3_000
/** While it is known not to answer. */
const LIMIT_AFTERWARDS_MS = 500

/** The journal of this page. */
export const attemptJournal = openAttemptJournal()

/** Opens a journal; the database itself is opened when it is first wanted. */
export function openAttemptJournal(): AttemptJournal {
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | undefined
  const memory = openAttemptMemory()
  const inTime = createPatience(LIMIT_MS, LIMIT_AFTERWARDS_MS)
  let opening: Promise<IDBPDatabase<Schema>> | undefined

  function notify() {
    for (const listener of listeners) listener()
  }
  function changed() {
    notify()
    channel ??= openAttemptChannel(notify)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(null)
  }

  function database(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDB<Schema>(NAME, VERSION, {
      upgrade(db) {
        const attempts = db.createObjectStore('attempts', { keyPath: 'id' })
        attempts.createIndex('owner', 'owner')
        attempts.createIndex('poster', ['request.image_url', 'request.prompt'])
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

  async function write<Result>(work: (attempts: AttemptStore) => Promise<Result>): Promise<Result> {
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

  async function samePosters({ request }: NewAttempt): Promise<RecordedAttempt[]> {
    const poster: [string, string] = [request.image_url, request.prompt]
    const db = await database()
    return readable(await inTime(db.getAllFromIndex('attempts', 'poster', poster)))
  }

  async function forgetOnDisk(name: string | undefined): Promise<boolean> {
    if (typeof IDBFactory === 'undefined') return true
    // Records of an account that has no name now may be there from a time when it had one.
    if (name === undefined) return false
    try {
      await write(async (attempts) => {
        const ids = await attempts.index('owner').getAllKeys(name)
        await Promise.all(ids.map((id) => attempts.delete(id)))
      })
      return true
    } catch {
      return false
    }
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

  return {
    async begin(attempt, owner, confirmed) {
      const record: RecordedAttempt = { ...attempt, owner: ownerName(owner), outcome: null }
      const ask = (kept: readonly RecordedAttempt[]) =>
        questionBefore(record, laidOver(kept, memory.all(owner)), confirmed)
      let asked: Question | undefined
      try {
        if (owner.name === undefined) throw new Error('nothing of this account may go to disk')
        asked = await write(async (attempts) => {
          const { image_url, prompt } = attempt.request
          const kept = readable(await attempts.index('poster').getAll([image_url, prompt]))
          const reason = ask(kept)
          if (reason !== undefined) return reason
          await attempts.add(record)
          await prune(attempts, record.owner)
          return undefined
        })
      } catch {
        // A disk that is full can still be read.
        asked = ask(await samePosters(attempt).catch(() => []))
        if (asked === undefined) memory.hold(record, owner.session)
      }
      if (asked !== undefined) return { kind: 'ask', question: asked }
      changed()
      return { kind: 'begun' }
    },

    async question(attempt, owner, confirmed) {
      const kept = await samePosters(attempt).catch(() => [])
      const own = { ...attempt, owner: ownerName(owner) }
      return questionBefore(own, laidOver(kept, memory.all(owner)), confirmed)
    },

    async settle(id, outcome) {
      memory.settle(id, outcome)
      let known: RecordedAttempt | undefined
      try {
        await write(async (attempts) => {
          known = readRecord(await attempts.get(id))
          if (known !== undefined && isNews(known, outcome)) {
            await attempts.put({ ...known, outcome })
          }
        })
      } catch {
        // The disk is full, perhaps: what is known is shown as long as the page is there.
        if (known !== undefined && isNews(known, outcome)) memory.hold({ ...known, outcome })
      }
      changed()
    },

    async list(owner) {
      const held = memory.of(owner)
      try {
        if (owner.name === undefined) throw new Error('nothing of this account is on disk')
        const db = await database()
        const kept = await inTime(db.getAllFromIndex('attempts', 'owner', owner.name))
        const read = readable(kept)
        return {
          attempts: inOrder(laidOver(read, held)),
          unreadable: kept.length - read.length,
          isKept: held.length === 0,
        }
      } catch {
        return { attempts: inOrder(held), unreadable: 0, isKept: false }
      }
    },

    async forget(owner) {
      memory.forget(owner)
      const isGone = await forgetOnDisk(owner.name)
      changed()
      return isGone
    },

    async salt() {
      try {
        const db = await database()
        return (await inTime(db.get('browser', 'salt'))) ?? (await makeSalt(db))
      } catch {
        return undefined
      }
    },

    subscribe(onChange) {
      channel ??= openAttemptChannel(notify)
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },

    close() {
      channel?.close()
      void opening?.then((db) => db.close()).catch(() => undefined)
      opening = undefined
    },
  }
}

type AttemptStore = IDBPObjectStore<Schema, ['attempts'], 'attempts', 'readwrite'>

async function prune(attempts: AttemptStore, owner: string): Promise<void> {
  const byOwner = attempts.index('owner')
  if ((await byOwner.count(owner)) <= MAX_KEPT) return
  const excess = excessOf(readable(await byOwner.getAll(owner)))
  await Promise.all(excess.map(({ id }) => attempts.delete(id)))
}

/** The records that can be read; the database may hold what another version wrote. */
function readable(kept: readonly unknown[]): RecordedAttempt[] {
  return kept.map(readRecord).filter((record) => record !== undefined)
}

function inOrder(attempts: readonly RecordedAttempt[]): RecordedAttempt[] {
  return attempts.toSorted((a, b) => a.startedAt - b.startedAt)
}
