import type { Database } from '#sqlite/database.ts'

/**
 * Creates the tables of a new database file. Several processes may open the same new file.
 *
 * @param version is kept in the file as `user_version`; 1 or more
 * @param sql creates the tables
 * @param fill writes the first rows, in the same transaction
 * @throws if another version of this program has written the file
 */
export function prepareSchema(
  database: Database,
  version: number,
  sql: string,
  fill?: () => void,
): void {
  const found = database.writeTransaction(() => {
    // Read under the lock, as another process may be creating the tables.
    const row = database.query<{ user_version: number }>('PRAGMA user_version').one()
    if (row !== undefined && row.user_version > 0) return row.user_version
    database.exec(sql)
    fill?.()
    database.exec(`PRAGMA user_version = ${version}`)
    return version
  })
  if (found === version) return
  throw new Error(
    `the data folder has schema ${found}, this version knows ${version}: ` +
      'start the version that wrote it, or choose another data folder',
  )
}
