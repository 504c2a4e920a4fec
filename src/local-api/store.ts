import { join, resolve } from 'node:path'

import type { PosterScene } from '#contract/poster-tasks.ts'
import type { TaskScene, TaskStatus } from '#contract/video-tasks.ts'
import { openDatabase, type Database } from '#sqlite/database.ts'
import { makeFolder } from '#sqlite/make-folder.ts'
import { prepareSchema } from '#sqlite/prepare-schema.ts'
import { SCHEMA, SCHEMA_VERSION } from '#local-api/schema.ts'
import type { Behaviour } from '#local-api/sentinels.ts'

/** One open data folder. */
export interface Store {
  readonly dataDir: string
  readonly database: Database
  close(): void
}

/**
 * Opens the database in a data folder, and creates both if missing. Several processes may open the same
 * folder.
 *
 * @throws if the folder cannot be written, or another version of this program has written to it
 */
export function openStore(dataDir: string): Store {
  makeFolder(resolve(dataDir))
  const database = openDatabase(join(dataDir, 'tasks.db'))
  prepareSchema(database, SCHEMA_VERSION, SCHEMA)
  return { dataDir, database, close: () => database.close() }
}

/** An account as stored. */
export interface AccountRow {
  id: number
  name: string
  points: number
  behaviour: Behaviour | null
}

/** The columns of a new account. `seedName` marks the accounts that every data folder starts with. */
export interface NewAccountRow {
  name: string
  keyHash: string
  points: number
  behaviour: Behaviour | null
  seedName: string | null
}

/** @returns the account's id. @throws on a key hash or seed name that is taken */
export function insertAccount(store: Store, row: NewAccountRow): number {
  const inserted = store.database
    .query<{ id: number }>(
      `INSERT INTO accounts (name, key_hash, points, behaviour, seed_name)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
    )
    .one(row.name, row.keyHash, row.points, row.behaviour, row.seedName)
  if (inserted === undefined) throw new Error('the account was not inserted')
  return inserted.id
}

/** Finds an account by the hash of its key. */
export function selectAccountByKeyHash(store: Store, keyHash: string): AccountRow | undefined {
  return store.database
    .query<AccountRow>('SELECT id, name, points, behaviour FROM accounts WHERE key_hash = ?')
    .one(keyHash)
}

/** Finds one of the accounts that every data folder starts with. */
export function selectSeededAccount(store: Store, seedName: string): AccountRow | undefined {
  return store.database
    .query<AccountRow>('SELECT id, name, points, behaviour FROM accounts WHERE seed_name = ?')
    .one(seedName)
}

/** Gives an account another key. */
export function updateKeyHash(store: Store, accountId: number, keyHash: string): void {
  store.database
    .query('UPDATE accounts SET key_hash = ? WHERE id = ? AND key_hash <> ?')
    .run(keyHash, accountId, keyHash)
}

/** Changes how an account answers from now on; null: as specified. */
export function updateBehaviour(
  store: Store,
  accountId: number,
  behaviour: Behaviour | null,
): void {
  store.database.query('UPDATE accounts SET behaviour = ? WHERE id = ?').run(behaviour, accountId)
}

/** How an account answers at present. */
export function selectBehaviour(store: Store, accountId: number): Behaviour | null {
  const row = store.database
    .query<Pick<AccountRow, 'behaviour'>>('SELECT behaviour FROM accounts WHERE id = ?')
    .one(accountId)
  return row?.behaviour ?? null
}

/** An account's balance. */
export function selectPoints(store: Store, accountId: number): number {
  return (
    store.database
      .query<{ points: number }>('SELECT points FROM accounts WHERE id = ?')
      .one(accountId)?.points ?? 0
  )
}

/** Takes points from an account. @returns the new balance, undefined if there are too few */
export function debit(store: Store, accountId: number, points: number): number | undefined {
  return store.database
    .query<{ points: number }>(
      'UPDATE accounts SET points = points - ? WHERE id = ? AND points >= ? RETURNING points',
    )
    .one(points, accountId, points)?.points
}

/** The state of a task. Times are in milliseconds since 1970. */
export interface TaskState {
  status: TaskStatus
  updatedAt: number
  completedAt: number | null
  /** when its status changes next; null: never by itself */
  dueAt: number | null
  /** name of the finished clip, without folder and ending */
  clip: string | null
  errorMsg: string | null
}

/** A task as stored. */
export interface TaskRow extends TaskState {
  uuid: string
  kind: 'video' | 'poster'
  scene: TaskScene | null
  price: number
  createdAt: number
  /** the request of a poster; null for videos */
  imageUrl: string | null
  prompt: PosterScene | null
}

/** Adds a task as its account's newest. @returns its numeric id */
export function insertTask(store: Store, accountId: number, task: TaskRow): number {
  // With the write lock held, no other process takes the same seq.
  return store.database.writeTransaction(() => {
    const inserted = store.database
      .query<{ id: number }>(
        `INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at,
           updated_at, completed_at, due_at, clip, error_msg, image_url, prompt)
         VALUES (?, (SELECT ifnull(max(seq), 0) + 1 FROM tasks WHERE account_id = ?),
           ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .one(
        accountId,
        accountId,
        task.uuid,
        task.kind,
        task.scene,
        task.status,
        task.price,
        task.createdAt,
        task.updatedAt,
        task.completedAt,
        task.dueAt,
        task.clip,
        task.errorMsg,
        task.imageUrl,
        task.prompt,
      )
    if (inserted === undefined) throw new Error('the task was not inserted')
    return inserted.id
  })
}

/** A task whose status has to change. */
export interface DueTask {
  id: number
  uuid: string
  status: TaskStatus
  dueAt: number
  imageUrl: string | null
  prompt: PosterScene | null
}

/** The tasks that were due at a time, the longest due first. */
export function selectDueTasks(store: Store, now: number, limit: number): DueTask[] {
  return store.database
    .query<DueTask>(
      `SELECT id, uuid, status, due_at AS dueAt, image_url AS imageUrl, prompt
       FROM tasks WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
    )
    .all(now, limit)
}

/** Writes the new state of a task. */
export function updateTaskState(store: Store, id: number, state: TaskState): void {
  store.database
    .query(
      `UPDATE tasks SET status = ?, updated_at = ?, completed_at = ?, due_at = ?, clip = ?,
         error_msg = ? WHERE id = ?`,
    )
    .run(
      state.status,
      state.updatedAt,
      state.completedAt,
      state.dueAt,
      state.clip,
      state.errorMsg,
      id,
    )
}
