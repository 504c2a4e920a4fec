import { FIRST_PAGE, TASK_STATUS, type ListRequest } from '#contract/video-tasks.ts'
import type { StatusTotals } from '#web/task-list/status-totals.ts'
import { useNewestTasks, type ListReply } from '#web/api/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { tasksAddress } from '#web/task-list/tasks-address.ts'
import { factsClasses } from '#web/tasks/classes.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { listPage, tasksOf } from '#web/task-list/list-page.ts'
import { FailureGroups } from '#web/video-task/failure/failure-groups.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { opensElsewhere } from '#web/ui/key-press.ts'

/**
 * The state of an account in one line, for support staff who look into it read-only: the last task, what is unfinished,
 * and how many of the newest tasks have failed, with the most frequent reason. It costs one request when it is opened.
 */
export function CustomerFactsLine({
  request,
  totals,
  onRequestChange,
}: {
  /** of the list on screen */
  request: ListRequest
  /** of the whole account; undefined: not known */
  totals: StatusTotals | undefined
  onRequestChange: (request: ListRequest) => void
}) {
  const { data } = useNewestTasks(true)
  const facts = data && customerFacts(data, totals)
  const failed = {
    status: TASK_STATUS.failed,
    pageNumber: FIRST_PAGE,
    pageSize: request.pageSize,
  }
  return (
    <p data-facts className={factsClasses}>
      {facts !== undefined && facts.read > 0 && (
        <>
          {facts.lastAt !== null && (
            <span>
              <Sentence say={(ago) => m.facts_last({ ago })}>
                <RelativeTime at={facts.lastAt} toTheMinute />
              </Sentence>
            </span>
          )}
          <span>{m.facts_unfinished({ shown: formatNumber(facts.unfinished) })}</span>
          <span className="flex min-w-0 gap-1 max-lg:basis-full max-lg:flex-col max-lg:gap-0">
            <span className="lg:shrink-0">
              {(facts.reason === undefined ? m.facts_failed : m.facts_failed_mostly)({
                failed: formatNumber(facts.failed),
                read: formatNumber(facts.read),
              })}
            </span>
            <span> </span>
            {facts.reason !== undefined && (
              <a
                href={tasksAddress({ request: failed })}
                title={showUntrusted(facts.reason, CELL_LENGTH)}
                onClick={(event) => {
                  if (opensElsewhere(event)) return
                  event.preventDefault()
                  onRequestChange(failed)
                }}
                className="-my-0.5 min-w-12 truncate py-0.5 text-ink underline decoration-edge underline-offset-4 hover:decoration-current"
              >
                {facts.reason === '' ? (
                  m.failure_unsaid()
                ) : (
                  <bdi lang="">{showUntrusted(firstLine(facts.reason), CELL_LENGTH)}</bdi>
                )}
              </a>
            )}
          </span>
        </>
      )}
    </p>
  )
}

/** The state of a customer's account at a glance. */
interface CustomerFacts {
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
  for (const { task } of failed) failures.add(task.errorMsg)
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
