import { FIRST_PAGE, hasFilter, TASK_STATUS, type VideoTask } from '#contract/video-tasks.ts'
import { isSameRequest, type ListPage, tasksOf } from '#web/task-list/list-page.ts'
import { isUnfinished, type StatusEvidence } from '#web/task-list/status-evidence.ts'

/** A task as the newest reply shows it. */
export interface WatchedTask {
  /** the same in each reply */
  key: string
  task: Pick<VideoTask, 'uuid' | 'id'>
  evidence: Pick<StatusEvidence, 'status'>
}

/** Maps each task seen so far under the same request to its last known status. */
export type KnownStatuses = ReadonlyMap<string, string | null>

/** The changes since the last reply. */
export interface TaskChanges {
  /** how many tasks have changed to each status */
  changed: ReadonlyMap<string, number>
  /** tasks that were not there before */
  added: number
  /** how many of the changed ones are now completed or failed */
  finished: number
}

/**
 * Compares tasks with what was known before. If a lookup finds the exact status of a task
 * in progress, that is not a change of the task.
 *
 * @param known undefined: nothing was known, so nothing is new
 */
export function compareStatuses(
  known: KnownStatuses | undefined,
  rows: readonly WatchedTask[],
): { known: KnownStatuses; changes: TaskChanges } {
  const next = new Map(known)
  const changed = new Map<string, number>()
  let added = 0
  let finished = 0
  for (const { key, task, evidence } of rows) {
    const { status } = evidence
    // The key of a task without an ID is its position. The next reply may have another task there.
    if (task.uuid === null && task.id === null) continue
    const before = known?.get(key)
    if (known !== undefined && before === undefined) added += 1
    if (before !== undefined && hasChanged(before, status)) {
      changed.set(status, (changed.get(status) ?? 0) + 1)
      if (status === TASK_STATUS.completed || status === TASK_STATUS.failed) finished += 1
    }
    // While a lookup is running, keep the status that the last lookup found.
    if (status !== null || before === undefined || !isUnfinished(before)) next.set(key, status)
  }
  return { known: next, changes: { changed, added, finished } }

  function hasChanged(before: string | null, status: string | null): status is string {
    return status !== null && status !== before && !(before === null && isUnfinished(status))
  }
}

/** What the page on screen has changed, compared with the page before it. */
export interface PageChanges extends TaskChanges {
  page: ListPage
  /** the statuses that are known under its request */
  known: KnownStatuses
  /** it is a later reply to the same request */
  isNewer: boolean
  /** the added tasks are new: they have not only moved onto the page */
  areNew: boolean
  /** rows or the total differ from those of the reply before */
  hasChanged: boolean
}

/**
 * Compares a page with the one before it. Only replies to the same request can be compared.
 *
 * @param previous the result for the page before it; undefined: there was none
 */
export function pageChanges(previous: PageChanges | undefined, next: ListPage): PageChanges {
  const before = isSameRequest(previous?.page, next) ? previous : undefined
  const { known, changes } = compareStatuses(before?.known, tasksOf(next.rows))
  const hasGrown = before !== undefined && next.total !== before.page.total
  return {
    ...changes,
    page: next,
    known,
    isNewer: before !== undefined && next.readAt !== before.page.readAt,
    areNew: before !== undefined && areNewTasks(changes.added, before.page, next),
    hasChanged: hasGrown || changes.added > 0 || changes.changed.size > 0,
  }
}

/** Added tasks are new on the first page of the unfiltered list, if the total has grown by the same number. */
function areNewTasks(
  added: number,
  { total: before }: ListPage,
  { request, total }: ListPage,
): boolean {
  const isAllFromStart = request.pageNumber === FIRST_PAGE && !hasFilter(request)
  return isAllFromStart && before !== null && total !== null && total - before >= added
}
