/**
 * How many seqs of an account share a count. The large buckets limit how many counts make a total, the small ones how many
 * entries of an index a page has to skip; a large one is 32 small ones.
 */
export const SMALL_BUCKET = 1024
export const LARGE_BUCKET = 32 * SMALL_BUCKET

/** The filters under which a task counts, as kind and scene; '' is any. */
function filtersOf(task: string): string {
  return `(SELECT '' AS kind, '' AS scene
      UNION ALL SELECT 'video', '' WHERE ${task}.kind = 'video'
      UNION ALL SELECT '', ${task}.scene WHERE ${task}.scene IS NOT NULL)`
}

const BUCKET_SIZES = `(SELECT ${SMALL_BUCKET} AS size UNION ALL SELECT ${LARGE_BUCKET})`

export const SCHEMA_VERSION = 1

export const SCHEMA = `
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

  -- One index per way of filtering the list, each in the list's order.
  CREATE UNIQUE INDEX tasks_in_order ON tasks (account_id, seq);
  CREATE INDEX tasks_by_status ON tasks (account_id, status, seq);
  CREATE INDEX tasks_by_scene ON tasks (account_id, scene, seq) WHERE scene IS NOT NULL;
  CREATE INDEX tasks_by_scene_and_status ON tasks (account_id, scene, status, seq)
    WHERE scene IS NOT NULL;
  CREATE INDEX videos_in_order ON tasks (account_id, seq) WHERE kind = 'video';
  CREATE INDEX videos_by_status ON tasks (account_id, status, seq) WHERE kind = 'video';
  CREATE INDEX tasks_due ON tasks (due_at) WHERE due_at IS NOT NULL;

  -- The totals of each filter, as they are asked for; '' is any.
  CREATE TABLE filter_counts (
    account_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    scene TEXT NOT NULL,
    status TEXT NOT NULL,
    size INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (account_id, kind, scene, status, size, bucket)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER count_inserted_task AFTER INSERT ON tasks BEGIN
    INSERT INTO filter_counts
    SELECT new.account_id, kind, scene, status, size, new.seq / size, 1
    FROM ${filtersOf('new')}, (SELECT '' AS status UNION ALL SELECT new.status), ${BUCKET_SIZES}
    WHERE true ON CONFLICT DO UPDATE SET n = n + 1;
  END;

  CREATE TRIGGER count_moved_task AFTER UPDATE OF status ON tasks
  WHEN old.status <> new.status BEGIN
    INSERT INTO filter_counts
    SELECT new.account_id, kind, scene, status, size, new.seq / size, change
    FROM ${filtersOf('new')}, ${BUCKET_SIZES},
      (SELECT old.status AS status, -1 AS change UNION ALL SELECT new.status, 1)
    WHERE true ON CONFLICT DO UPDATE SET n = n + excluded.n;
  END;

  -- The counts rely on it.
  CREATE TRIGGER keep_tasks BEFORE DELETE ON tasks BEGIN
    SELECT raise(ABORT, 'tasks are never deleted');
  END;
`
