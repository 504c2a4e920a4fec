import { TASK_STATUS } from '#contract/video-tasks.ts'
import type { StatusTotals } from '#web/task-list/status-totals.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { listPage, tasksOf } from '#web/task-list/list-page.ts'
import { FailureGroups } from '#web/video-task/failure/failure-groups.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'

/** The state of a customer's account at a glance. */
export interface CustomerFacts {
  /** how many of the newest tasks were read */
  read: number
  /** when the last one was created, in milliseconds since the epoch; null: not known */
  lastAt: number | null
  /** how many tasks are unfinished: of the whole account where totals say so, else of those that were read */
  unfinished: number
  /** how many of those that were read have failed */
  failed: number
  /** the message of the most frequent kind of failure among them; '' if it has none; undefined: none has failed */
  reason: string | undefined
}

/**
 * Sums up the newest tasks of an account.
 *
 * @param reply the first page of the unfiltered list
 * @param totals of the whole account; undefined: not known
 */
export function customerFacts(reply: ListReply, totals: StatusTotals | undefined): CustomerFacts {
  const rows = [...tasksOf(listPage(reply).rows)]
  const created = rows.flatMap(({ task }) => Date.parse(task.createdAt ?? '') || [])
  const failed = rows.filter(({ evidence }) => evidence.status === TASK_STATUS.failed)
  const failures = new FailureGroups()
  for (const { task } of failed) failures.add(task.errorMsg, task.uuid)
  const counted = [TASK_STATUS.pending, TASK_STATUS.processing].map(
    (status) => totals?.get(status)?.total,
  )
  const [pending, processing] = counted
  return {
    read: rows.length,
    lastAt: created.length === 0 ? null : Math.max(...created),
    unfinished:
      pending !== undefined && processing !== undefined
        ? pending + processing
        : rows.filter(({ task, evidence }) => isTaskUnfinished(task, evidence.status)).length,
    failed: failed.length,
    reason: failures.figures().groups[0]?.sample,
  }
}
