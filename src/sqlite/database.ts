import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

import Libsql from 'libsql'

/** What a statement may be given. Nothing else: the driver aborts the whole process on a boolean. */
export type SqlValue = string | number | null

/** One prepared statement. `Row` is the shape of what its SELECT or RETURNING list names. */
interface Query<Row> {
  all(...values: SqlValue[]): Row[]
  one(...values: SqlValue[]): Row | undefined
  /** @returns the number of rows changed */
  run(...values: SqlValue[]): number
}

/** One connection to a SQLite file. */
export type Database = ReturnType<typeof openDatabase>

/** Work that waits for the transaction which it shares. */
interface Waiting {
  /** @returns what is to be called once it is on the disk */
  run: () => () => void
  reject: (error: unknown) => void
}

/** How long one process waits for another one's write, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** Opens a SQLite file, made if it is not there. @throws if the file cannot be opened */
export function openDatabase(file: string) {
  const connection = new Libsql(file, { timeout: BUSY_TIMEOUT })
  // WAL: readers and the one writer, also of other processes, do not stop each other.
  connection.exec('PRAGMA journal_mode = WAL')
  // NORMAL survives a killed process, but only FULL survives a power failure: a creation that was acknowledged has cost points.
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')

  const queries = new Map<string, Query<unknown>>()

  function prepare(sql: string): Query<unknown> {
    const statement = connection.prepare(sql)
    // The driver mistakes a single null for the list of values, so all values go in as one array.
    return {
      all: (...values) => statement.all(values),
      one: (...values) => statement.get(values),
      run: (...values) => statement.run(values).changes,
    }
  }

  const isOpen = () => connection.inTransaction

  function inTransaction<Result>(begin: string, work: () => Result): Result {
    if (isOpen()) return work()
    connection.exec(begin)
    try {
      const result = work()
      connection.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite itself has rolled back where the disk is full; a second ROLLBACK would hide that.
      if (isOpen()) connection.exec('ROLLBACK')
      throw error
    }
  }

  let waiting: Waiting[] = []

  function commitWaiting() {
    const all = waiting
    waiting = []
    commit(all)
  }

  function commit(all: readonly Waiting[]) {
    if (all.length === 0) return
    try {
      const committed = inTransaction('BEGIN IMMEDIATE', () => all.map(({ run }) => run()))
      for (const resolve of committed) resolve()
    } catch (error) {
      // Nothing of it was written. Each alone would only wait for another process's lock once more.
      if (all.length > 1 && !isBusy(error)) for (const one of all) commit([one])
      else for (const { reject } of all) reject(error)
    }
  }

  return {
    /** Prepares a statement, once per text. */
    query<Row = never>(sql: string): Query<Row> {
      let query = queries.get(sql)
      if (query === undefined) {
        query = prepare(sql)
        queries.set(sql, query)
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only unchecked claim about rows: the tables are STRICT, so that a column has its type
      return query as Query<Row>
    },
    exec: (sql: string) => {
      connection.exec(sql)
    },
    /**
     * Runs work while holding the write lock: what it reads cannot change before it writes, in this
     * process or another. Inside another `writeTransaction` it joins that transaction.
     */
    writeTransaction: <Result>(work: () => Result) => inTransaction('BEGIN IMMEDIATE', work),
    /**
     * As `writeTransaction`, in one transaction with all other work of this turn of the event loop: each transaction waits for the disk.
     * Work that throws stops no other.
     *
     * @returns a promise that resolves once the work is on the disk, or rejects if nothing of it is
     */
    together: <Result>(work: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commitWaiting)
        const run = () => {
          const result = work()
          return () => {
            resolve(result)
          }
        }
        waiting.push({ run, reject })
      }),
    /** Runs reads on one unchanging snapshot. */
    consistently: <Result>(work: () => Result) => inTransaction('BEGIN', work),
    close: () => {
      commitWaiting()
      queries.clear()
      connection.close()
    },
  }
}

/** The tables of a file. */
export interface Tables {
  /** is kept in the file as `user_version`; 1 or more */
  version: number
  /** creates them */
  sql: string
  /** writes the first rows, in the same transaction */
  fill?: (database: Database) => void
}

/**
 * Opens a SQLite file with these tables. Creates folder and file if they do not exist. Several processes may open the same new
 * file.
 *
 * @param busyTimeout how long to wait for another process's write, in milliseconds
 * @throws if the folder cannot be written, or another version of this program has written the file
 */
export function openTables(
  file: string,
  { version, sql, fill }: Tables,
  busyTimeout = BUSY_TIMEOUT,
): Database {
  makeFolder(path.dirname(path.resolve(file)))
  const database = openDatabase(file)
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    const found = database.writeTransaction(() => {
      // Read under the lock, as another process may be creating the tables.
      const row = database.query<{ user_version: number }>('PRAGMA user_version').one()
      if (row !== undefined && row.user_version > 0) return row.user_version
      database.exec(sql)
      fill?.(database)
      database.exec(`PRAGMA user_version = ${version}`)
      return version
    })
    if (found === version) return database
    throw new Error(
      `the data folder has schema ${found}, this version knows ${version}: ` +
        'start the version that wrote it, or choose another data folder',
    )
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` option loops forever if an existing folder claims
 * not to exist, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error
  }
}

/** Whether an error says that another process held the write lock for too long. Nothing was changed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Libsql.SqliteError && error.code === 'SQLITE_BUSY'
}
