import type { Database } from '#sqlite/database.ts'

/**
 * The store's file in the data folder. Its names (attempts, sealed) are those of the first version, because hosts
 * of two versions share a folder during an upgrade (decision 35).
 */
export const IDEMPOTENCY_FILE = 'attempts.sqlite'

/** Version 2 keeps replies without the API key, and the host's finding. Version 1 kept replies unchanged. */
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

/**
 * Creates the tables in a new file, and upgrades those of an older version.
 *
 * @param now milliseconds since 1970
 * @throws if the file comes from a newer version of this program
 */
export function prepareSchema(database: Database, now: number): void {
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
  // Otherwise the removed texts would stay on disk, in pages that are free now.
  if (isUpgraded) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * Empties the texts of stored replies. Any of them may contain an API key, and the store does not know the
 * keys. Names of fields, numbers and the uuid of the task stay.
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

/** A JSON string. Names of fields, and the uuid, are captured. */
const FIELD_OR_TEXT =
  /("uuid"\s*:\s*"[^"\\]*"|"[^"\\]*(?:\\.[^"\\]*)*"(?=\s*:))|"[^"\\]*(?:\\.[^"\\]*)*"/g
