import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import type { SqlValue } from '#sqlite/database.ts'
import { BUCKET_SIZE } from '#local-api/schema.ts'
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
export interface TaskPageRequest extends VideoTaskListParams {
  accountId: number
  /** leave posters out */
  videosOnly: boolean
}

/**
 * Reads one page. Neither the total nor a deep page walks over the account's tasks: the counts per
 * bucket give the total and say in which bucket the page starts, and inside that bucket the
 * filter's own index is stepped through, over fewer than BUCKET_SIZE entries.
 */
export function selectTaskPage(store: Store, request: TaskPageRequest): TaskPage {
  const { accountId, page, page_size: pageSize } = request
  const filter = filterOf(request)
  const where = ['account_id = ?', ...filter.terms].join(' AND ')
  const values: SqlValue[] = [accountId, ...filter.values]
  return store.database.consistently(() => {
    const buckets = store.database
      .query<{ bucket: number; n: number }>(
        `SELECT bucket, sum(n) AS n FROM task_counts WHERE ${where}
         GROUP BY bucket ORDER BY bucket DESC`,
      )
      .all(...values)
    let toSkip = (page - 1) * pageSize
    let total = 0
    let startBucket: number | undefined
    for (const { bucket, n } of buckets) {
      total += n
      if (startBucket !== undefined) continue
      if (toSkip < n) startBucket = bucket
      else toSkip -= n
    }
    if (startBucket === undefined) return { tasks: [], total }
    const tasks = store.database
      .query<ListedTask>(
        `SELECT id, uuid, price, created_at AS createdAt, updated_at AS updatedAt,
           completed_at AS completedAt, clip, error_msg AS errorMsg
         FROM tasks INDEXED BY ${filter.index}
         WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      )
      .all(...values, (startBucket + 1) * BUCKET_SIZE, pageSize, toSkip)
    return { tasks, total }
  })
}

/**
 * A filter as conditions that hold for both tables, and the index that is made for it. Posters have
 * no scene, so that a scene leaves them out by itself.
 */
function filterOf({ status, scene, videosOnly }: TaskPageRequest): {
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
  return { terms, values, index: indexOf({ status, scene, videosOnly }) }
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
