import {
  FIRST_PAGE,
  MAX_PAGE_SIZE,
  TASK_STATUS,
  type TaskStatus,
  type VideoTaskListParams,
  type VideoTaskPage,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'

/** What the lists of unfinished tasks said of one task. */
export interface FoundStatus {
  status: TaskStatus
  /** of the record as it was found there: tells whether the task has changed since */
  updatedAt: string | null
  /** when that list was read, milliseconds since the epoch */
  asOf: number
}

/** uuid → what was found; a task is missing where neither list had it within the limit. */
export type StatusLookup = ReadonlyMap<string, FoundStatus>

/** The two that a record's fields cannot tell apart (spec: "Video task record"). */
const OPEN_STATUSES = [TASK_STATUS.processing, TASK_STATUS.pending]

/** Pages of MAX_PAGE_SIZE that are read of each status: what is not found by then stays open. */
const MAX_PAGES = 3

/**
 * Looks tasks up in the lists of processing and of pending tasks, one request after the other,
 * until all are found. The list that is known to be shorter comes first.
 *
 * @param readPage reads one page under the scene at hand; what it throws ends the lookup
 */
export async function lookUpStatuses({
  uuids,
  totalOf,
  readPage,
}: {
  uuids: readonly string[]
  /** how many tasks have a status, as far as it is known */
  totalOf: (status: TaskStatus) => number | undefined
  readPage: (
    params: Pick<VideoTaskListParams, 'page' | 'page_size' | 'status'>,
  ) => Promise<{ page: VideoTaskPage; readAt: number }>
}): Promise<StatusLookup> {
  const wanted = new Set(uuids)
  const found = new Map<string, FoundStatus>()
  const size = (status: TaskStatus) => totalOf(status) ?? Number.MAX_SAFE_INTEGER
  for (const status of OPEN_STATUSES.toSorted((a, b) => size(a) - size(b))) {
    for (let page = FIRST_PAGE; page < FIRST_PAGE + MAX_PAGES; page += 1) {
      if (found.size === wanted.size) return found
      const reply = await readPage({ status, page, page_size: MAX_PAGE_SIZE })
      for (const { uuid, updatedAt } of tasksAmong(wanted, reply.page)) {
        // In both lists: it has moved on in between, and the later reply knows.
        found.set(uuid, { status, updatedAt, asOf: reply.readAt })
      }
      if (isLastPage(reply.page, page)) break
    }
  }
  return found
}

function tasksAmong(wanted: ReadonlySet<string>, { rows }: VideoTaskPage) {
  if (rows.some(isFinished)) return []
  return rows.flatMap((row) => {
    if (row.kind === 'unreadable') return []
    const { uuid, updatedAt } = row.task
    return uuid !== null && wanted.has(uuid) ? { uuid, updatedAt } : []
  })
}

/** What has come to its end is in neither list: one that holds it was not filtered, and tells nothing. */
function isFinished(row: VideoTaskRow): boolean {
  return row.kind === 'task' && (row.task.errorMsg !== null || row.task.videoUrl !== null)
}

function isLastPage({ rows, total, pageSize }: VideoTaskPage, page: number): boolean {
  if (rows.length === 0) return true
  // A service that gives smaller pages than asked has more of them.
  const perPage = pageSize !== null && pageSize > 0 ? pageSize : MAX_PAGE_SIZE
  return total === null ? rows.length < perPage : page * perPage >= total
}
