import os from 'node:os'
import { join } from 'node:path'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import { readHostFinding } from '#contract/host-finding.ts'
import type { IdempotentRequest } from '#host/idempotency-name.ts'
import { type Database, openDatabase } from '#sqlite/database.ts'
import { makeFolder } from '#local-api/store.ts'

const HOUR = 60 * 60 * 1000

/**
 * How far back the store claims to know everything, at most, in milliseconds. A page that waits
 * behind a closed lid for a night is told what became of its creation; a longer claim would help few.
 */
export const MAX_COVERED_MS = 24 * HOUR

/** How often old entries are deleted, in milliseconds: no creation has to wait for it each time. */
export const FORGET_EVERY_MS = HOUR

/**
 * The store's file in the data folder. Its names (attempts, sealed) are those of its first version: hosts of two versions
 * share a folder during an upgrade, see decision 35.
 */
export const IDEMPOTENCY_FILE = 'attempts.sqlite'

/** How long another process's write is waited for, in milliseconds: meanwhile this one stands still. */
const BUSY_TIMEOUT = 1000

/** 2: replies without the key, and what the host found out. Version 1 kept replies as they came. */
const SCHEMA_VERSION = 2

const SCHEMA = `
  -- One row. Since when creations are recorded here, in ms since 1970.
  CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE attempts (
    name TEXT PRIMARY KEY,
    -- null: cancelled before a request with a body came
    body_digest TEXT,
    state TEXT NOT NULL CHECK (state IN ('forwarded', 'done', 'sealed')),
    written_at INTEGER NOT NULL,
    status INTEGER,
    retry_after TEXT,
    not_sent INTEGER,
    finding TEXT,
    reply TEXT,
    CHECK ((state = 'sealed') = (body_digest IS NULL)),
    CHECK ((state = 'done') = (reply IS NOT NULL AND status IS NOT NULL AND not_sent IS NOT NULL))
  ) STRICT;

  CREATE INDEX attempts_by_age ON attempts (written_at);
`

/** What is written about a submission. */
export type IdempotencyEntry =
  /** sent on; its reply has not been written, and perhaps never will */
  | { state: 'forwarded'; bodyDigest: string }
  | { state: 'done'; bodyDigest: string; reply: StoredReply }
  /** must never be sent on */
  | { state: 'cancelled' }

/**
 * The record of creations that survives the process and a power cut: every write is on disk when it
 * returns. Several processes may have it open.
 */
export interface IdempotencyStore {
  /**
   * Writes that a submission is about to be sent on, unless something is written about it already.
   *
   * @returns undefined where it was written and may be sent on, else what stands there
   * @throws where it cannot be written: then it must not be sent on
   */
  begin(submission: IdempotentRequest): IdempotencyEntry | undefined
  /** Writes the reply. @throws where it cannot be written */
  finish(submission: IdempotentRequest, reply: StoredReply): void
  /** Reads what is known of a submission. @throws where it cannot be read */
  read(name: string): IdempotencyEntry | undefined
  /**
   * Reads what is known of a submission; where it is nothing, writes that it must never be sent on.
   *
   * @throws where that can neither be read nor written
   */
  readOrCancel(name: string): IdempotencyEntry
  /** How far back everything is known: milliseconds, at most 24 h. @throws where it cannot be read */
  coversMs(): number
  close(): void
}

interface Row {
  body_digest: string | null
  status: number | null
  retry_after: string | null
  not_sent: number | null
  finding: string | null
  reply: string | null
}

/**
 * Opens the store of a data folder; both are made if they are not there.
 *
 * @param now milliseconds since 1970; left out: a clock that does not jump
 * @param busyTimeout how long another process's write is waited for, in milliseconds
 * @throws if the folder cannot be written, or comes from a newer version of this program
 */
export function openIdempotencyStore(
  dataDir: string,
  now: () => number = steadyClock(),
  busyTimeout = BUSY_TIMEOUT,
): IdempotencyStore {
  makeFolder(dataDir)
  const connection = openDatabase(join(dataDir, IDEMPOTENCY_FILE))
  let isOpen = true
  let forgottenAt = -Infinity
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    prepareSchema(connection, now())
  } catch (error) {
    connection.close()
    throw error
  }
  try {
    forgetOld()
  } catch {
    // It can wait: a disk that is full keeps nobody from reading. The next write tries again.
  }

  /** A reply may come after the end of a drain, and the driver aborts the process that uses a closed file. */
  function database(): Database {
    if (!isOpen) throw new Error('the record of creations is closed')
    return connection
  }

  function read(name: string): IdempotencyEntry | undefined {
    const row = database()
      .query<Row>(
        `SELECT body_digest, status, retry_after, not_sent, finding, reply
         FROM attempts WHERE name = ?`,
      )
      .one(name)
    return row === undefined ? undefined : entryOf(row)
  }

  /** At most hourly. */
  function forgetOld() {
    const time = now()
    if (time - forgottenAt < FORGET_EVERY_MS) return
    database().exclusively(() =>
      database()
        .query('DELETE FROM attempts WHERE written_at < ?')
        .run(time - IDEMPOTENCY_KEPT_MS),
    )
    forgottenAt = time
  }

  return {
    read,
    begin: ({ name, bodyDigest: body }) =>
      database().exclusively(() => {
        forgetOld()
        const entry = read(name)
        if (entry !== undefined) return entry
        database()
          .query(
            `INSERT INTO attempts (name, body_digest, state, written_at)
             VALUES (?, ?, 'forwarded', ?)`,
          )
          .run(name, body, now())
        return undefined
      }),
    finish({ name, bodyDigest: body }, { status, retryAfter, notSent, finding, body: reply }) {
      // In a transaction too: the driver leaves a statement that meets a lock unfinished, and then no
      // transaction of this connection ends any more. Written anew where it was forgotten meanwhile.
      database().exclusively(() =>
        database()
          .query(
            `INSERT INTO attempts
               (name, body_digest, state, written_at, status, retry_after, not_sent, finding, reply)
             VALUES (?, ?, 'done', ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET state = excluded.state, written_at = excluded.written_at,
               status = excluded.status, retry_after = excluded.retry_after,
               not_sent = excluded.not_sent, finding = excluded.finding, reply = excluded.reply`,
          )
          .run(name, body, now(), status, retryAfter, notSent ? 1 : 0, finding, reply),
      )
    },
    readOrCancel(name) {
      // Reading goes on where the disk is full.
      const known = read(name)
      if (known !== undefined) return known
      return database().exclusively(() => {
        const entry = read(name)
        if (entry !== undefined) return entry
        forgetOld()
        database()
          .query(`INSERT INTO attempts (name, state, written_at) VALUES (?, 'sealed', ?)`)
          .run(name, now())
        return { state: 'cancelled' }
      })
    },
    coversMs() {
      const store = database().query<{ created_at: number }>('SELECT created_at FROM store').one()
      if (store === undefined) throw new Error('the store does not say since when it exists')
      return Math.min(MAX_COVERED_MS, Math.max(0, now() - store.created_at))
    },
    close() {
      if (!isOpen) return
      isOpen = false
      connection.close()
    },
  }
}

function prepareSchema(database: Database, now: number) {
  const version = () =>
    database.query<{ user_version: number }>('PRAGMA user_version').one()?.user_version ?? 0
  const isUpgraded = database.exclusively(() => {
    // Read under the lock: another process may be opening the same new file.
    const found = version()
    if (found > SCHEMA_VERSION) {
      throw new Error(
        `${IDEMPOTENCY_FILE} has schema ${found}, this version knows ${SCHEMA_VERSION}: ` +
          'start the newer version, or choose another data folder',
      )
    }
    if (found === SCHEMA_VERSION) return false
    if (found === 0) {
      database.exec(SCHEMA)
      database.query('INSERT INTO store (id, created_at) VALUES (1, ?)').run(now)
    } else {
      database.exec('ALTER TABLE attempts ADD COLUMN finding TEXT')
      forgetTexts(database)
    }
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    return found > 0
  })
  // Without that the texts would stay on disk, in pages that are free now.
  if (isUpgraded) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * Empties the texts of kept replies: any of them may hold the key, which only its owner knows. Names of
 * fields, numbers and the uuid of the task stay.
 */
function forgetTexts(database: Database) {
  const replies = database
    .query<{ name: string; reply: string }>(
      'SELECT name, reply FROM attempts WHERE reply IS NOT NULL',
    )
    .all()
  for (const { name, reply } of replies) {
    database.query('UPDATE attempts SET reply = ? WHERE name = ?').run(
      reply.replaceAll(FIELD_OR_TEXT, (_token, kept?: string) => kept ?? '""'),
      name,
    )
  }
}

/** A text of JSON; captured where it is the name of a field, or the uuid. */
const FIELD_OR_TEXT =
  /("uuid"\s*:\s*"[^"\\]*"|"[^"\\]*(?:\\.[^"\\]*)*"(?=\s*:))|"[^"\\]*(?:\\.[^"\\]*)*"/g

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
 * The system's time, going on by itself from now: a clock that is set forward would have entries
 * forgotten too early, and the store claim to be older than it is. By the machine's uptime, which
 * goes on while it sleeps; `performance.now()` stands still then on Linux.
 */
function steadyClock(): () => number {
  const uptimeMs = () => os.uptime() * 1000
  const startedAt = Date.now() - uptimeMs()
  return () => Math.floor(startedAt + uptimeMs())
}
