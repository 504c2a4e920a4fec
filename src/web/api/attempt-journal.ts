import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

import {
  type Attempt,
  excessOf,
  isOpen,
  MAX_KEPT,
  type Question,
  questionBefore,
  readRecord,
  type RecordedAttempt,
} from '#web/api/attempt-record.ts'
import type { CreationOutcome } from '#web/api/creation-outcome.ts'

/** Whether a submission may go out: it is recorded by then, or there is something to ask first. */
export type Begun = { kind: 'begun' } | { kind: 'ask'; question: Question }

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
 * where the browser refuses, they are kept in memory and the log says so.
 */
export interface AttemptJournal {
  /**
   * Records a submission before it is sent, unless there is something to ask: in one transaction, so
   * that two tabs cannot both pass.
   *
   * @param confirmed ids of submissions that the person has taken note of
   */
  begin(attempt: Attempt, confirmed: readonly string[]): Promise<Begun>
  /** Notes what became of a submission that is still recorded; what is certain stays as it is. */
  settle(id: string, outcome: CreationOutcome): Promise<void>
  list(owner: string): Promise<AttemptLog>
  /** Leaves nothing of an account behind. */
  forget(owner: string): Promise<void>
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

/** A browser that does not even answer keeps nobody waiting for longer, in milliseconds. */
const OPEN_LIMIT_MS = 3_000

/** The journal of this page. */
export const attemptJournal = openAttemptJournal()

/** Opens a journal; the database itself is opened when it is first wanted. */
export function openAttemptJournal(): AttemptJournal {
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | undefined
  // Submissions that could not be written: they stand in front of what the database says.
  const unwritten = new Map<string, RecordedAttempt>()
  let opening: Promise<IDBPDatabase<Schema>> | undefined

  function notify() {
    for (const listener of listeners) listener()
  }
  function changed() {
    notify()
    channel ??= openChannel(notify)
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
    return withinLimit(mine)
  }

  async function write<Result>(work: (attempts: AttemptStore) => Promise<Result>): Promise<Result> {
    const transaction = (await database()).transaction('attempts', 'readwrite', {
      // On disk before the request goes out, not in the system's cache.
      durability: 'strict',
    })
    const [result] = await Promise.all([work(transaction.store), transaction.done])
    return result
  }

  async function samePosters({ request }: Attempt): Promise<RecordedAttempt[]> {
    const poster: [string, string] = [request.image_url, request.prompt]
    return readable(await (await database()).getAllFromIndex('attempts', 'poster', poster))
  }

  return {
    async begin(attempt, confirmed) {
      const record: RecordedAttempt = { ...attempt, outcome: null }
      const ask = (kept: readonly RecordedAttempt[]) =>
        questionBefore(attempt, overlaid(kept, unwritten.values()), confirmed)
      let question: Question | undefined
      try {
        question = await write(async (attempts) => {
          const { image_url, prompt } = attempt.request
          const asked = ask(readable(await attempts.index('poster').getAll([image_url, prompt])))
          if (asked !== undefined) return asked
          await attempts.add(record)
          await prune(attempts, attempt.owner)
          return undefined
        })
      } catch {
        // A disk that is full can still be read.
        question = ask(await samePosters(attempt).catch(() => []))
        if (question === undefined) unwritten.set(record.id, record)
      }
      if (question !== undefined) return { kind: 'ask', question }
      changed()
      return { kind: 'begun' }
    },

    async settle(id, outcome) {
      const inMemory = unwritten.get(id)
      if (inMemory !== undefined && isOpen(inMemory)) unwritten.set(id, { ...inMemory, outcome })
      let known: RecordedAttempt | undefined
      try {
        await write(async (attempts) => {
          known = readRecord(await attempts.get(id))
          if (known !== undefined && isOpen(known)) await attempts.put({ ...known, outcome })
        })
      } catch {
        // The disk is full, perhaps: what is known is shown as long as the page is there.
        if (known !== undefined) unwritten.set(id, { ...known, outcome })
      }
      changed()
    },

    async list(owner) {
      const own = [...unwritten.values()].filter((attempt) => attempt.owner === owner)
      try {
        const kept = await (await database()).getAllFromIndex('attempts', 'owner', owner)
        const read = readable(kept)
        return {
          attempts: inOrder(overlaid(read, own)),
          unreadable: kept.length - read.length,
          isKept: own.length === 0,
        }
      } catch {
        return { attempts: inOrder(own), unreadable: 0, isKept: false }
      }
    },

    async forget(owner) {
      for (const [id, attempt] of unwritten) if (attempt.owner === owner) unwritten.delete(id)
      try {
        await write(async (attempts) => {
          const ids = await attempts.index('owner').getAllKeys(owner)
          await Promise.all(ids.map((id) => attempts.delete(id)))
        })
      } catch {
        // Where nothing can be written, nothing was.
      }
      changed()
    },

    async salt() {
      try {
        const { store, done } = (await database()).transaction('browser', 'readwrite')
        const find = async () => {
          const kept = await store.get('salt')
          if (kept !== undefined) return kept
          const salt = crypto.getRandomValues(new Uint8Array(16))
          await store.put(salt, 'salt')
          return salt
        }
        const [salt] = await Promise.all([find(), done])
        return salt
      } catch {
        return undefined
      }
    },

    subscribe(onChange) {
      channel ??= openChannel(notify)
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

function overlaid(
  kept: readonly RecordedAttempt[],
  unwritten: Iterable<RecordedAttempt>,
): RecordedAttempt[] {
  return [...new Map([...kept, ...unwritten].map((record) => [record.id, record])).values()]
}

function inOrder(attempts: readonly RecordedAttempt[]): RecordedAttempt[] {
  return attempts.toSorted((a, b) => a.startedAt - b.startedAt)
}

function withinLimit<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the database did not open in time'))
    }, OPEN_LIMIT_MS)
    promise
      .finally(() => {
        clearTimeout(timer)
      })
      .then(resolve, reject)
  })
}

/** The channel over which tabs tell each other of changes; without it each tab sees its own only. */
function openChannel(onMessage: () => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', onMessage)
    return channel
  } catch {
    return undefined
  }
}
