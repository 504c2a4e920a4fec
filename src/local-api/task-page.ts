import type { SqlValue } from '#sqlite/database.ts'
import { BUCKET_SIZES, type ListedTasks, listOf } from '#local-api/schema.ts'
import type { Store, TaskRow } from '#local-api/store.ts'

/** What the list shows of a task. */
export interface ListedTask extends Pick<
  TaskRow,
  'uuid' | 'price' | 'createdAt' | 'updatedAt' | 'completedAt' | 'clip' | 'errorMsg'
> {
  id: number
}

/** Whose tasks, which of them, and which page. */
export interface TaskPageRequest extends ListedTasks {
  accountId: number
}

const TOTAL = `SELECT ifnull(sum(n), 0) AS total FROM counts
  WHERE account_id = ? AND list = ? AND status = ? AND size = ${BUCKET_SIZES[0]}`

/** Where a page starts: after so many of the tasks with a smaller seq. */
interface Place {
  seq: number
  skipped: number
}

/** Finds the bucket in which a place (?5, ?6) is, newest first. @returns the same place, as seen from the end of that bucket */
const BUCKET_OF_PLACE = `SELECT (bucket + 1) * ?4 AS seq, ?6 - before AS skipped
  FROM (
    SELECT bucket, n, sum(n) OVER (ORDER BY bucket DESC) - n AS before FROM counts
    WHERE account_id = ?1 AND list = ?2 AND status = ?3 AND size = ?4 AND bucket < ?5 / ?4)
  WHERE before + n > ?6 LIMIT 1`

/**
 * Reads one page, newest first, and how many match in all. Neither the total nor a deep page walks over the account's tasks: the counts of the large buckets give the
 * total and lead to the one in which the page starts, those of the small ones to the place inside. From there the filter's own
 * index is stepped through, over fewer entries than a small bucket has.
 */
export function selectTaskPage(
  store: Store,
  request: TaskPageRequest,
): { tasks: ListedTask[]; total: number } {
  const { accountId, pageNumber, pageSize, status } = request
  const { list, condition } = listOf(request)
  const filter: Record<string, SqlValue> = {
    account_id: accountId,
    ...condition,
    ...(status !== undefined && { status }),
  }
  const columns = Object.keys(filter)
  const { database } = store
  return database.consistently(() => {
    const counted = [accountId, list, status ?? '']
    const total = database.query<{ total: number }>(TOTAL).one(...counted)?.total ?? 0
    let place: Place = { seq: Number.MAX_SAFE_INTEGER, skipped: (pageNumber - 1) * pageSize }
    if (place.skipped >= total) return { tasks: [], total }
    for (const size of BUCKET_SIZES) {
      const found = database
        .query<Place>(BUCKET_OF_PLACE)
        .one(...counted, size, place.seq, place.skipped)
      if (found === undefined) throw new Error('the counts contradict each other')
      place = found
    }
    const tasks = database
      .query<ListedTask>(
        `SELECT id, uuid, price, created_at AS createdAt, updated_at AS updatedAt,
           completed_at AS completedAt, clip, error_msg AS errorMsg
         FROM tasks INDEXED BY tasks_by_${columns.join('_')}
         WHERE ${columns.map((column) => `${column} = ? AND`).join(' ')} seq < ?
         ORDER BY seq DESC LIMIT ? OFFSET ?`,
      )
      .all(...Object.values(filter), place.seq, pageSize, place.skipped)
    return { tasks, total }
  })
}
