import {
  FIRST_PAGE,
  hasFilter,
  TASK_STATUS,
  type VideoTask,
  type ListRequest,
} from '#contract/video-tasks.ts'
import { joinList, joinSentences } from '#web/format/sentences.ts'
import { anyStatusLabel } from '#web/video-task/status-label.ts'
import { m } from '#web/messages/generated/messages.js'
import { isUnfinished, type StatusEvidence } from '#web/video-task/status-evidence.ts'

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

interface ListedPage {
  request: ListRequest
  /** null: not known */
  total: number | null
}

/**
 * Whether the added tasks are new. They are on the first page of the unfiltered list, if the total has
 * grown by the same number.
 */
export function areNewTasks(added: number, before: ListedPage, now: ListedPage): boolean {
  const isAllFromStart = now.request.pageNumber === FIRST_PAGE && !hasFilter(now.request)
  const [was, is] = [before.total, now.total]
  return isAllFromStart && was !== null && is !== null && is - was >= added
}

/**
 * The changes in one or two sentences, for people who do not see the rows. '' if nothing changed.
 *
 * @param areNew whether the tasks that were added are new: they may only have moved onto the page
 */
export function describeChanges({ changed, added }: TaskChanges, areNew: boolean): string {
  const count = sumOf(changed)
  const parts: string[] = []
  if (count > 0) parts.push(m.changes_changed({ count, list: listOf(changed) }))
  if (added > 0) {
    parts.push(areNew ? m.changes_new({ count: added }) : m.changes_more({ count: added }))
  }
  return joinSentences(...parts)
}

/** How many tasks have ended in each way: as completed, as failed. */
export type FinishedTasks = ReadonlyMap<string, number>

/** Adds the finished tasks of these changes to those that finished before. */
export function addFinished(before: FinishedTasks, { changed }: TaskChanges): FinishedTasks {
  const all = new Map(before)
  for (const status of [TASK_STATUS.completed, TASK_STATUS.failed]) {
    const count = changed.get(status)
    if (count !== undefined) all.set(status, (all.get(status) ?? 0) + count)
  }
  return all
}

/** One sentence for people who do not see the page. It contains no text from the service. */
export function describeFinished(finished: FinishedTasks): string {
  return m.notify_finished({ count: sumOf(finished), list: listOf(finished) })
}

/** How many tasks that is, whatever their status. */
export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0)
}

/** Sorts by name, so that the order of the rows does not matter. This puts finished tasks first. */
function listOf(counts: ReadonlyMap<string, number>): string {
  return joinList(
    [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([status, count]) => m.changes_item({ count, status: anyStatusLabel(status) })),
  )
}
