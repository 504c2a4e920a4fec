import { join } from 'node:path'

import type { ViewRecords } from '#host/views/view-store.ts'
import { openTables } from '#sqlite/database.ts'

/** The file of lent views in the data folder. */
export const VIEWS_FILE = 'views.sqlite'

const SCHEMA = `
  -- forget_at: ms since 1970
  CREATE TABLE records (name TEXT PRIMARY KEY, value TEXT NOT NULL, forget_at INTEGER NOT NULL) STRICT;
  CREATE INDEX records_by_end ON records (forget_at);
`

/** How long to wait for another process's write, in milliseconds. This process is blocked meanwhile. */
const BUSY_TIMEOUT = 1000

/**
 * Opens the records of views in a data folder: a SQLite file. A write is on disk when its promise resolves.
 *
 * @param now milliseconds since the epoch
 * @throws if the folder cannot be written, or another version of this program has written to it
 */
export function openSqliteViews(dataDir: string, now: () => number = Date.now): ViewRecords {
  const tables = { version: 1, sql: SCHEMA }
  const database = openTables(join(dataDir, VIEWS_FILE), tables, BUSY_TIMEOUT)
  database.exec('PRAGMA secure_delete = ON')
  let isOpen = true
  function opened() {
    // A request may outlive the drain, and the driver aborts the process that uses a closed file.
    if (!isOpen) throw new Error('the store of views is closed')
    return database
  }
  const find = (name: string) =>
    opened()
      .query<{ value: string }>('SELECT value FROM records WHERE name = ? AND forget_at > ?')
      .one(name, now())?.value

  return {
    read: (name) =>
      new Promise((resolve) => {
        resolve(find(name))
      }),
    async replace({ name, known, value, forgetAt }) {
      const isReplaced = await opened().together(() => {
        database.query('DELETE FROM records WHERE forget_at <= ?').run(now())
        if (find(name) !== known) return false
        database.query('REPLACE INTO records VALUES (?, ?, ?)').run(name, value, forgetAt)
        return true
      })
      // What was erased does not stay in the log of the file either.
      const isErased = isReplaced && value.length < (known ?? '').length
      if (isErased) opened().exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return isReplaced
    },
    close() {
      if (isOpen) database.close()
      isOpen = false
    },
  }
}
