import { TASK_SCENES, TASK_STATUS, TASK_STATUSES } from '#contract/video-tasks.ts'
import type { Store } from '#local-api/store.ts'

/** Fills an account inside SQLite: 2 % open, 10 % failed, 40 % celebrity, 5 % posters, well mixed. */
export function fillAccount(store: Store, accountId: number, tasks: number): void {
  const { pending, processing, completed, failed } = TASK_STATUS
  store.database.writeTransaction(() =>
    store.database
      .query(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?),
           rolled AS MATERIALIZED (
             SELECT n, abs(random() % 100) AS a, abs(random() % 100) AS b, abs(random() % 100) AS c
             FROM numbers)
         INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at,
           updated_at, completed_at, due_at, clip, error_msg)
         SELECT ?, n, lower(hex(randomblob(16))), iif(c < 5, 'poster', 'video'),
           iif(c >= 5 AND b < 40, ?, NULL),
           CASE WHEN a < 1 THEN ? WHEN a < 2 THEN ? WHEN a < 12 THEN ? ELSE ? END,
           10, n * 1000, n * 1000 + 20000, iif(a >= 12, n * 1000 + 20000, NULL), NULL,
           iif(a >= 12, 'silk', NULL), iif(a BETWEEN 2 AND 11, 'No face found in the image.', NULL)
         FROM rolled`,
      )
      .run(tasks, accountId, TASK_SCENES[0], pending, processing, failed, completed),
  )
}

/**
 * Fills an account inside SQLite so that, of 1,000 tasks as of 1,000,000, every filter matches a multiple of 100: each page
 * is full. A quarter each status, 40 % celebrity, 20 % posters.
 */
export function fillEvenly(store: Store, accountId: number, tasks: number): void {
  const [a, b, c, d] = TASK_STATUSES
  store.database.writeTransaction(() =>
    store.database
      .query(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
         INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at,
           updated_at, completed_at, due_at, clip, error_msg)
         SELECT ?, n, lower(hex(randomblob(16))), iif(n / 4 % 5 = 4, 'poster', 'video'),
           iif(n / 4 % 5 < 2, ?, NULL), CASE n % 4 WHEN 0 THEN ? WHEN 1 THEN ? WHEN 2 THEN ? ELSE ? END,
           10, n * 1000, n * 1000 + 20000, n * 1000 + 20000, NULL, 'silk', NULL
         FROM numbers`,
      )
      .run(tasks, accountId, TASK_SCENES[0], a ?? '', b ?? '', c ?? '', d ?? ''),
  )
}
