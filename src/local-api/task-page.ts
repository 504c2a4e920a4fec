import type { ListRequest } from '#contract/video-tasks.ts'
import type { SqlValue } from '#sqlite/database.ts'
import { LARGE_BUCKET, SMALL_BUCKET } from '#local-api/schema.ts'
import type { Store } from '#local-api/store.ts'

/** What the list shows of a task. Times are in milliseconds since 1970. */
export interface ListedTask {
  id: number
  uuid: string
  price: number
  createdAt: number
  updatedAt: number
  completedAt: number | null
  clip: string | null
  errorMsg: string | null
}

/** One page of an account's tasks, newest first, and how many match in all. */
export interface TaskPage {
  tasks: ListedTask[]
  total: number
}

/** Whose tasks, which of them, and which page. */
export interface TaskPageRequest extends ListRequest {
  accountId: number
  /** leave posters out */
  videosOnly: boolean
}

/**
 * Reads one page. Neither the total nor a deep page walks over the account's tasks: the counts of the
 * large buckets give the total, and say in which one the page starts; the counts inside say in which small
 * one. There the filter's own index is stepped through, over fewer than SMALL_BUCKET entries.
 */
export function selectTaskPage(store: Store, request: TaskPageRequest): TaskPage {
  const { accountId, pageNumber, pageSize } = request
  const filter = filterOf(request)
  return store.database.consistently(() => {
    const counts = (size: number, from: number, to: number) =>
      selectCounts(store, [accountId, ...filter.counted, size, from, to])
    const skipped = (pageNumber - 1) * pageSize
    const large = counts(LARGE_BUCKET, 0, Number.MAX_SAFE_INTEGER)
    const total = large.reduce((sum, [, n]) => sum + n, 0)
    const outer = find(large, skipped)
    if (outer === undefined) return { tasks: [], total }
    const first = outer.bucket * (LARGE_BUCKET / SMALL_BUCKET)
    const last = first + LARGE_BUCKET / SMALL_BUCKET - 1
    const inner = find(counts(SMALL_BUCKET, first, last), outer.left)
    if (inner === undefined) throw new Error('the counts contradict each other')
    const where = ['account_id = ?', ...filter.terms].join(' AND ')
    const tasks = store.database
      .query<ListedTask>(
        `SELECT id, uuid, price, created_at AS createdAt, updated_at AS updatedAt,
           completed_at AS completedAt, clip, error_msg AS errorMsg
         FROM tasks INDEXED BY ${filter.index}
         WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      )
      .all(accountId, ...filter.values, (inner.bucket + 1) * SMALL_BUCKET, pageSize, inner.left)
    return { tasks, total }
  })
}

/** A bucket, and how many of its tasks match. */
type Count = [bucket: number, n: number]

/** The counts of some buckets, the newest first: as one text, because the driver takes longer for 32 rows. */
function selectCounts(store: Store, values: SqlValue[]): Count[] {
  const row = store.database
    .query<{ counts: string }>(
      `SELECT json_group_array(json_array(bucket, n) ORDER BY bucket DESC) AS counts
       FROM filter_counts
       WHERE account_id = ? AND kind = ? AND scene = ? AND status = ? AND size = ?
         AND bucket BETWEEN ? AND ?`,
    )
    .one(...values)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- SQLite has written this text in the same statement
  return JSON.parse(row?.counts ?? '[]') as Count[]
}

/** The bucket that holds what comes after so many tasks, and how many of them are left to skip inside it. */
function find(counts: Count[], skipped: number): { bucket: number; left: number } | undefined {
  let left = skipped
  for (const [bucket, n] of counts) {
    if (left < n) return { bucket, left }
    left -= n
  }
  return undefined
}

/**
 * A filter as conditions for the tasks with the index that is made for it, and as kind, scene and status of its counts.
 * Posters have no scene, so that a scene leaves them out by itself.
 */
function filterOf({ status, scene, videosOnly }: TaskPageRequest): {
  counted: [string, string, string]
  terms: string[]
  values: SqlValue[]
  index: string
} {
  const terms: string[] = []
  const values: SqlValue[] = []
  if (scene !== undefined) {
    terms.push('scene = ?')
    values.push(scene)
  } else if (videosOnly) {
    terms.push("kind = 'video'")
  }
  if (status !== undefined) {
    terms.push('status = ?')
    values.push(status)
  }
  const kind = scene === undefined && videosOnly ? 'video' : ''
  return {
    counted: [kind, scene ?? '', status ?? ''],
    terms,
    values,
    index: indexOf({ status, scene, videosOnly }),
  }
}

function indexOf({
  status,
  scene,
  videosOnly,
}: Pick<TaskPageRequest, 'status' | 'scene' | 'videosOnly'>): string {
  if (scene !== undefined) {
    return status === undefined ? 'tasks_by_scene' : 'tasks_by_scene_and_status'
  }
  if (videosOnly) return status === undefined ? 'videos_in_order' : 'videos_by_status'
  return status === undefined ? 'tasks_in_order' : 'tasks_by_status'
}
