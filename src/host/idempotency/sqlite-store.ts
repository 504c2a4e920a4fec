import os from 'node:os'
import { join } from 'node:path'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import { readHostErrorCode } from '#contract/host-error-code.ts'
import {
  type IdempotencyEntry,
  type IdempotencyStore,
  type IdempotentRequest,
  MAX_COVERED_MS,
} from '#host/idempotency/idempotency-store.ts'
import { type Database, openTables } from '#sqlite/database.ts'

/** The store's file in the data folder. */
export const IDEMPOTENCY_FILE = 'idempotency-keys.sqlite'

const SCHEMA = `
  -- One row. Since when creations are recorded here, in ms since 1970.
  CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE idempotency_keys (
    name TEXT PRIMARY KEY,
    -- null: cancelled before a request with a body came
    body_digest TEXT,
    state TEXT NOT NULL CHECK (state IN ('forwarded', 'done', 'cancelled')),
    written_at INTEGER NOT NULL,
    status INTEGER,
    retry_after TEXT,
    not_sent INTEGER,
    host_error_code TEXT,
    reply TEXT,
    CHECK ((state = 'cancelled') = (body_digest IS NULL)),
    CHECK ((state = 'done') = (reply IS NOT NULL AND status IS NOT NULL AND not_sent IS NOT NULL))
  ) STRICT;

  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (written_at);
`

/** How often old entries are deleted, in milliseconds. Not with each write, which would delay creations. */
export const FORGET_EVERY_MS = 60 * 60 * 1000

/**
 * How many old entries are deleted at once, and the pause before the next, in milliseconds. A host that starts with a
 * month of them answers meanwhile: nothing else runs while it deletes, and no other process can write.
 */
export const FORGOTTEN_AT_ONCE = 250
export const FORGET_PAUSE_MS = 50

/** How long to wait for another process's write, in milliseconds. This process is blocked meanwhile. */
const BUSY_TIMEOUT = 1000

interface Row {
  written_at: number
  body_digest: string | null
  status: number | null
  retry_after: string | null
  not_sent: number | null
  host_error_code: string | null
  reply: string | null
}

/**
 * Opens the store of a data folder: a SQLite file. Creates folder and file if they do not exist. A write is on
 * disk when the promise of its method resolves.
 *
 * @param now milliseconds since 1970; by default a clock that does not jump
 * @param busyTimeout how long to wait for another process's write, in milliseconds
 * @throws if the folder cannot be written, or another version of this program has written to it
 */
export function openSqliteStore(
  dataDir: string,
  now: () => number = steadyClock(),
  busyTimeout = BUSY_TIMEOUT,
): IdempotencyStore {
  const tables = {
    version: 2,
    sql: SCHEMA,
    fill: (database: Database) => {
      database.query('INSERT INTO store (id, created_at) VALUES (1, ?)').run(now())
    },
  }
  const connection = openTables(join(dataDir, IDEMPOTENCY_FILE), tables, busyTimeout)
  return new SqliteStore(connection, now)
}

class SqliteStore implements IdempotencyStore {
  readonly #connection: Database
  readonly #now: () => number
  #isOpen = true
  #forgottenAt = -Infinity

  constructor(connection: Database, now: () => number) {
    this.#connection = connection
    this.#now = now
    try {
      this.#forgetOld(connection)
    } catch {
      // A full disk must not prevent reading. The next write tries again.
    }
  }

  begin({ name, bodyDigest }: IdempotentRequest): Promise<IdempotencyEntry | undefined> {
    return this.#write((database) => {
      const time = this.#now()
      this.#forgetOld(database, time)
      const entry = this.#find(database, name)
      if (entry !== undefined) return entry
      database
        .query(
          `INSERT INTO idempotency_keys (name, body_digest, state, written_at)
           VALUES (?, ?, 'forwarded', ?)`,
        )
        .run(name, bodyDigest, time)
      return undefined
    })
  }

  finish(
    { name, bodyDigest }: IdempotentRequest,
    { status, retryAfter, notSent, hostErrorCode: code, body }: StoredReply,
  ): Promise<void> {
    return this.#write((database) => {
      // An upsert, as the entry may have been deleted since.
      database
        .query(
          `INSERT INTO idempotency_keys
             (name, body_digest, state, written_at, status, retry_after, not_sent, host_error_code, reply)
           VALUES (?, ?, 'done', ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET state = excluded.state, written_at = excluded.written_at,
             status = excluded.status, retry_after = excluded.retry_after,
             not_sent = excluded.not_sent, host_error_code = excluded.host_error_code,
             reply = excluded.reply`,
        )
        .run(name, bodyDigest, this.#now(), status, retryAfter, notSent ? 1 : 0, code, body)
    })
  }

  read(name: string): Promise<IdempotencyEntry | undefined> {
    return this.#use((database) => this.#find(database, name))
  }

  async readOrCancel(name: string): Promise<IdempotencyEntry> {
    // Read before the transaction: reading works on a full disk.
    const known = await this.read(name)
    if (known !== undefined) return known
    return this.#write((database) => {
      const entry = this.#find(database, name)
      if (entry !== undefined) return entry
      this.#forgetOld(database)
      database
        .query(`INSERT INTO idempotency_keys (name, state, written_at) VALUES (?, 'cancelled', ?)`)
        .run(name, this.#now())
      return { state: 'cancelled' }
    })
  }

  coversMs(): Promise<number> {
    return this.#use((database) => {
      const store = database.query<{ created_at: number }>('SELECT created_at FROM store').one()
      if (store === undefined) throw new Error('the store does not say since when it exists')
      return Math.min(MAX_COVERED_MS, Math.max(0, this.#now() - store.created_at))
    })
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#connection.close()
  }

  #opened(): Database {
    // A reply may arrive after a drain has ended, and the driver aborts the process that uses a closed file.
    if (!this.#isOpen) throw new Error('the idempotency store is closed')
    return this.#connection
  }

  /** Runs synchronous work, with a rejection in the place of what it throws. */
  #use<Result>(work: (database: Database) => Result): Promise<Result> {
    return new Promise((resolve) => {
      resolve(work(this.#opened()))
    })
  }

  /**
   * Runs work within a transaction, and resolves once it is on the disk. A single statement needs a transaction, too: if it
   * met a lock, it would stay unfinished in the driver, and this connection could not end a transaction any more.
   */
  async #write<Result>(work: (database: Database) => Result): Promise<Result> {
    const database = this.#opened()
    return database.together(() => work(database))
  }

  #find(database: Database, name: string): IdempotencyEntry | undefined {
    const row = database
      .query<Row>(
        `SELECT written_at, body_digest, status, retry_after, not_sent, host_error_code, reply
         FROM idempotency_keys WHERE name = ?`,
      )
      .one(name)
    return row && entryOf(row, this.#now())
  }

  /** Deletes old entries, at most once an hour: some at once, and the others soon after. */
  #forgetOld(database: Database, time = this.#now()) {
    if (time - this.#forgottenAt < FORGET_EVERY_MS) return
    const deleted = database.writeTransaction(() =>
      database
        .query(
          `DELETE FROM idempotency_keys WHERE rowid IN
             (SELECT rowid FROM idempotency_keys WHERE written_at < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
        )
        .run(time - IDEMPOTENCY_KEPT_MS),
    )
    this.#forgottenAt = time
    if (deleted === FORGOTTEN_AT_ONCE) setTimeout(() => this.#forgetMore(), FORGET_PAUSE_MS).unref()
  }

  #forgetMore() {
    this.#forgottenAt = -Infinity
    this.#write((database) => this.#forgetOld(database)).catch(() => {
      // As on opening: the next write tries again.
    })
  }
}

function entryOf(row: Row, now: number): IdempotencyEntry {
  if (row.body_digest === null) return { state: 'cancelled' }
  const { body_digest: body, status, retry_after: retryAfter, not_sent: notSent, reply } = row
  if (status === null || notSent === null || reply === null) {
    return { state: 'forwarded', bodyDigest: body, ageMs: now - row.written_at }
  }
  return {
    state: 'done',
    bodyDigest: body,
    reply: {
      status,
      retryAfter,
      notSent: notSent === 1,
      hostErrorCode: readHostErrorCode(row.host_error_code),
      body: reply,
    },
  }
}

/**
 * A clock that starts at the system's time and then follows the machine's uptime. If somebody set the system
 * clock forward, entries would be deleted too early, and the store would claim to be older than it is. Uptime
 * includes sleep; `performance.now()` on Linux does not.
 */
function steadyClock(): () => number {
  const uptimeMs = () => os.uptime() * 1000
  const startedAt = Date.now() - uptimeMs()
  return () => Math.floor(startedAt + uptimeMs())
}
