import {
  FIRST_PAGE,
  MAX_PAGE_SIZE,
  TASK_STATUS,
  type TaskStatus,
  type ListRequest,
} from '#contract/video-tasks.ts'
import type { ListReply } from '#web/api/video-tasks.ts'

/** What the lists of unfinished tasks say about one task. */
export interface FoundStatus {
  status: TaskStatus
  /** from the record in that list: shows whether the task has changed since then */
  updatedAt: string | null
  /** when that list was read, in milliseconds since the epoch */
  asOf: number
}

/** Maps uuids to results. A task is missing if neither list had it within the limit. */
export type StatusLookup = ReadonlyMap<string, FoundStatus>

/** The two statuses that the fields of a record cannot tell apart (spec: "Video task record"). */
const OPEN_STATUSES = [TASK_STATUS.processing, TASK_STATUS.pending]

/** How many pages of MAX_PAGE_SIZE are read per status. Tasks that are not found by then stay open. */
const MAX_PAGES = 3

/**
 * Looks tasks up in the lists of processing and of pending tasks, one request after the other, until all are found. It
 * takes turns between the lists, as the newest tasks, which a person sees first, are at the top of both.
 *
 * @param readPage reads one page under the current scene; if it throws, the lookup fails
 */
export async function lookUpStatuses(
  uuids: readonly string[],
  readPage: (
    request: Pick<ListRequest, 'pageNumber' | 'pageSize' | 'status'>,
  ) => Promise<ListReply>,
): Promise<StatusLookup> {
  const wanted = new Set(uuids)
  const found = new Map<string, FoundStatus>()
  let lists = OPEN_STATUSES
  for (let page = FIRST_PAGE; page < FIRST_PAGE + MAX_PAGES; page += 1) {
    for (const status of lists) {
      if (found.size === wanted.size) return found
      const reply = await readPage({ status, pageNumber: page, pageSize: MAX_PAGE_SIZE })
      addFound(found, wanted, status, reply)
      if (isLastPage(reply, page)) lists = lists.filter((one) => one !== status)
    }
  }
  return found
}

/** Looks tasks up in first pages that were read before. @returns undefined: they do not have them all, or there are none */
export function lookUpInRead(
  uuids: readonly string[],
  pageRead: (status: TaskStatus) => ListReply | undefined,
): StatusLookup | undefined {
  const wanted = new Set(uuids)
  const found = new Map<string, FoundStatus>()
  for (const status of OPEN_STATUSES) {
    const reply = pageRead(status)
    if (reply !== undefined) addFound(found, wanted, status, reply)
  }
  return found.size > 0 && found.size === wanted.size ? found : undefined
}

function addFound(
  found: Map<string, FoundStatus>,
  wanted: ReadonlySet<string>,
  status: TaskStatus,
  { rows, readAt }: ListReply,
): void {
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  // A list with a finished task was not filtered, so it proves no status.
  if (tasks.some(({ errorMsg, videoUrl }) => errorMsg !== null || videoUrl !== null)) return
  for (const { uuid, updatedAt } of tasks) {
    if (uuid === null || !wanted.has(uuid)) continue
    // A task in both lists has changed its status between the reads. The later reply is right.
    if ((found.get(uuid)?.asOf ?? 0) <= readAt) found.set(uuid, { status, updatedAt, asOf: readAt })
  }
}

function isLastPage({ rows, total, pageSize }: ListReply, page: number): boolean {
  if (rows.length === 0) return true
  // If the service sends smaller pages than requested, there are more pages.
  const perPage = pageSize !== null && pageSize > 0 ? pageSize : MAX_PAGE_SIZE
  return total === null ? rows.length < perPage : page * perPage >= total
}
