import os from 'node:os'
import { join } from 'node:path'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import { readHostFinding } from '#contract/host-finding.ts'
import type { IdempotentRequest } from '#host/idempotency-name.ts'
import { IDEMPOTENCY_FILE, prepareSchema } from '#host/idempotency-schema.ts'
import { type Database, openDatabase } from '#sqlite/database.ts'
import { makeFolder } from '#local-api/store.ts'

const HOUR = 60 * 60 * 1000

/**
 * The longest time back for which the store claims to know every request, in milliseconds. It is enough for a
 * page on a laptop that was closed overnight; a longer claim would help few.
 */
export const MAX_COVERED_MS = 24 * HOUR

/** How often old entries are deleted, in milliseconds. Not with each write, which would delay creations. */
export const FORGET_EVERY_MS = HOUR

/** How long to wait for another process's write, in milliseconds. This process is blocked meanwhile. */
const BUSY_TIMEOUT = 1000

/** What is recorded about a request. */
export type IdempotencyEntry =
  /** forwarded; its reply has not been written, and may never be */
  | { state: 'forwarded'; bodyDigest: string }
  | { state: 'done'; bodyDigest: string; reply: StoredReply }
  /** must never be forwarded */
  | { state: 'cancelled' }

interface Row {
  body_digest: string | null
  status: number | null
  retry_after: string | null
  not_sent: number | null
  finding: string | null
  reply: string | null
}

/**
 * Opens the store of a data folder. Creates folder and file if they do not exist.
 *
 * @param now milliseconds since 1970; by default a clock that does not jump
 * @param busyTimeout how long to wait for another process's write, in milliseconds
 * @throws if the folder cannot be written, or comes from a newer version of this program
 */
export function openIdempotencyStore(
  dataDir: string,
  now: () => number = steadyClock(),
  busyTimeout = BUSY_TIMEOUT,
): IdempotencyStore {
  makeFolder(dataDir)
  const connection = openDatabase(join(dataDir, IDEMPOTENCY_FILE))
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    prepareSchema(connection, now())
  } catch (error) {
    connection.close()
    throw error
  }
  return new IdempotencyStore(connection, now)
}

/**
 * The record of requests that survives the process and a power cut: every write is on disk when its method
 * returns. Several processes may have the file open.
 */
export class IdempotencyStore {
  readonly #connection: Database
  readonly #now: () => number
  #isOpen = true
  #forgottenAt = -Infinity

  constructor(connection: Database, now: () => number) {
    this.#connection = connection
    this.#now = now
    try {
      this.#forgetOld()
    } catch {
      // A full disk must not prevent reading. The next write tries again.
    }
  }

  /**
   * Records that a request is about to be forwarded, unless it is recorded already.
   *
   * @returns undefined if it was recorded now and may be forwarded, else the existing entry
   * @throws if it cannot be recorded: then it must not be forwarded
   */
  begin({ name, bodyDigest }: IdempotentRequest): IdempotencyEntry | undefined {
    return this.#database.exclusively(() => {
      this.#forgetOld()
      const entry = this.read(name)
      if (entry !== undefined) return entry
      this.#database
        .query(
          `INSERT INTO attempts (name, body_digest, state, written_at)
           VALUES (?, ?, 'forwarded', ?)`,
        )
        .run(name, bodyDigest, this.#now())
      return undefined
    })
  }

  /** Records the reply. @throws if it cannot be written */
  finish(
    { name, bodyDigest }: IdempotentRequest,
    { status, retryAfter, notSent, finding, body }: StoredReply,
  ): void {
    // Within a transaction: a statement that meets a lock would stay unfinished in the driver, and this
    // connection could not end a transaction any more. An upsert, as the entry may have been deleted since.
    this.#database.exclusively(() =>
      this.#database
        .query(
          `INSERT INTO attempts
             (name, body_digest, state, written_at, status, retry_after, not_sent, finding, reply)
           VALUES (?, ?, 'done', ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET state = excluded.state, written_at = excluded.written_at,
             status = excluded.status, retry_after = excluded.retry_after,
             not_sent = excluded.not_sent, finding = excluded.finding, reply = excluded.reply`,
        )
        .run(name, bodyDigest, this.#now(), status, retryAfter, notSent ? 1 : 0, finding, body),
    )
  }

  /** Reads what is known of a request. @throws if it cannot be read */
  read(name: string): IdempotencyEntry | undefined {
    const row = this.#database
      .query<Row>(
        `SELECT body_digest, status, retry_after, not_sent, finding, reply
         FROM attempts WHERE name = ?`,
      )
      .one(name)
    return row === undefined ? undefined : entryOf(row)
  }

  /**
   * Reads what is known of a request. If nothing is, records that it must never be forwarded.
   *
   * @throws if this can be neither read nor written
   */
  readOrCancel(name: string): IdempotencyEntry {
    // Read before the transaction: reading works on a full disk.
    const known = this.read(name)
    if (known !== undefined) return known
    return this.#database.exclusively(() => {
      const entry = this.read(name)
      if (entry !== undefined) return entry
      this.#forgetOld()
      this.#database
        .query(`INSERT INTO attempts (name, state, written_at) VALUES (?, 'sealed', ?)`)
        .run(name, this.#now())
      return { state: 'cancelled' }
    })
  }

  /** How far back the record is complete: milliseconds, at most 24 h. @throws if it cannot be read */
  coversMs(): number {
    const store = this.#database.query<{ created_at: number }>('SELECT created_at FROM store').one()
    if (store === undefined) throw new Error('the store does not say since when it exists')
    return Math.min(MAX_COVERED_MS, Math.max(0, this.#now() - store.created_at))
  }

  /** Closes the file. Every later use but `close` throws. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#connection.close()
  }

  /** A reply may arrive after a drain has ended, and the driver aborts the process that uses a closed file. */
  get #database(): Database {
    if (!this.#isOpen) throw new Error('the record of creations is closed')
    return this.#connection
  }

  /** Deletes old entries, at most once an hour. */
  #forgetOld() {
    const time = this.#now()
    if (time - this.#forgottenAt < FORGET_EVERY_MS) return
    this.#database.exclusively(() =>
      this.#database
        .query('DELETE FROM attempts WHERE written_at < ?')
        .run(time - IDEMPOTENCY_KEPT_MS),
    )
    this.#forgottenAt = time
  }
}

function entryOf(row: Row): IdempotencyEntry {
  if (row.body_digest === null) return { state: 'cancelled' }
  const { body_digest: body, status, retry_after: retryAfter, not_sent: notSent, reply } = row
  if (status === null || notSent === null || reply === null) {
    return { state: 'forwarded', bodyDigest: body }
  }
  return {
    state: 'done',
    bodyDigest: body,
    reply: {
      status,
      retryAfter,
      notSent: notSent === 1,
      finding: readHostFinding(row.finding),
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
