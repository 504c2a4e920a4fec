import type { ListRequest } from '#contract/video-tasks.ts'
import type { Tables } from '#sqlite/database.ts'

/**
 * How many seqs of an account share a count, the larger first. The large buckets limit how many counts make a total, the small
 * ones how many entries of an index a page has to skip.
 */
export const BUCKET_SIZES = [32_768, 1024] as const

/** Which of an account's tasks a list has. */
export interface ListedTasks extends ListRequest {
  /** leave posters out */
  videosOnly: boolean
}

/**
 * The list that a request asks for, of any status: its name in the counts, and its condition, column → value. Its index is
 * named after these columns.
 */
export function listOf({ scene, videosOnly }: ListedTasks): {
  list: string
  condition: Readonly<Record<string, string>>
} {
  // Posters have no scene, so that a scene leaves them out by itself.
  if (scene !== undefined) return { list: scene, condition: { scene } }
  return videosOnly ? { list: 'video', condition: { kind: 'video' } } : { list: '', condition: {} }
}

/**
 * Counts a task, or takes it off, in its buckets of each size and under each filter that it matches: any task, the videos or
 * a scene as `list`, each of any status and of its own. '' is any.
 *
 * @param anyStatus when the counts of any status change, too
 */
function count(task: 'old' | 'new', change: 1 | -1, anyStatus = 'true'): string {
  return `
    INSERT INTO counts
    SELECT ${task}.account_id, list, status, size, ${task}.seq / size, ${change}
    FROM (SELECT '' AS list UNION ALL SELECT 'video' WHERE ${task}.kind = 'video'
        UNION ALL SELECT ${task}.scene WHERE ${task}.scene IS NOT NULL),
      (SELECT ${task}.status AS status UNION ALL SELECT '' WHERE ${anyStatus}),
      (${BUCKET_SIZES.map((size) => `SELECT ${size} AS size`).join(' UNION ALL ')})
    WHERE true ON CONFLICT DO UPDATE SET n = n + excluded.n;`
}

const MOVED = `(old.account_id, old.seq, old.kind, old.scene) IS NOT
  (new.account_id, new.seq, new.kind, new.scene)`

const SCHEMA = `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    points INTEGER NOT NULL CHECK (points >= 0),
    behaviour TEXT,
    seed_name TEXT UNIQUE
  ) STRICT;

  -- seq numbers an account's tasks 1, 2, 3, … in the order of their creation. Times are in ms.
  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    seq INTEGER NOT NULL,
    uuid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('video', 'poster')),
    scene TEXT,
    status TEXT NOT NULL,
    price INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    completed_at INTEGER,
    due_at INTEGER,
    clip TEXT,
    error_msg TEXT,
    image_url TEXT,
    prompt TEXT
  ) STRICT;

  -- One index per way of filtering the list, in the list's order and named after its columns.
  CREATE UNIQUE INDEX tasks_by_account_id ON tasks (account_id, seq);
  CREATE INDEX tasks_by_account_id_status ON tasks (account_id, status, seq);
  CREATE INDEX tasks_by_account_id_kind ON tasks (account_id, kind, seq);
  CREATE INDEX tasks_by_account_id_kind_status ON tasks (account_id, kind, status, seq);
  CREATE INDEX tasks_by_account_id_scene ON tasks (account_id, scene, seq)
    WHERE scene IS NOT NULL;
  CREATE INDEX tasks_by_account_id_scene_status ON tasks (account_id, scene, status, seq)
    WHERE scene IS NOT NULL;
  CREATE INDEX tasks_due ON tasks (due_at) WHERE due_at IS NOT NULL;

  -- How many tasks of a bucket a filter matches.
  CREATE TABLE counts (
    account_id INTEGER NOT NULL,
    list TEXT NOT NULL,
    status TEXT NOT NULL,
    size INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (account_id, list, status, size, bucket)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER count_inserted AFTER INSERT ON tasks BEGIN ${count('new', 1)} END;
  CREATE TRIGGER count_deleted AFTER DELETE ON tasks BEGIN ${count('old', -1)} END;
  CREATE TRIGGER count_changed AFTER UPDATE OF account_id, seq, kind, scene, status ON tasks
  BEGIN ${count('old', -1, MOVED)} ${count('new', 1, MOVED)} END;
`

/** The tables of a data folder. */
export const TABLES: Tables = { version: 2, sql: SCHEMA }
