import { join } from 'node:path'

import type { PosterScene } from '#contract/poster-tasks.ts'
import type { TaskScene, TaskStatus } from '#contract/video-tasks.ts'
import { type Database, openTables } from '#sqlite/database.ts'
import { TABLES } from '#local-api/schema.ts'

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
  const database = openTables(join(dataDir, 'tasks.db'), TABLES)
  return { dataDir, database, close: () => database.close() }
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
