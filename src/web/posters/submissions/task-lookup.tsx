import { useContext } from 'react'

import { useTaskLookup, type TaskPosition } from '#web/submissions/use-task-lookup.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { TasksLinkContext } from '#web/posters/tasks-link.ts'
import { Button } from '#web/ui/button.tsx'

/** Looks for a created task in the list on request, and links to it. If it is not found, it may still exist. */
export function TaskLookup({
  uuid,
  describedBy,
}: {
  uuid: string
  /** id of the text that distinguishes this button from those of other submissions */
  describedBy: string
}) {
  const { result, isLooking, look } = useTaskLookup(uuid)
  const renderTasksLink = useContext(TasksLinkContext)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        aria-describedby={describedBy}
        aria-disabled={isLooking}
        onClick={() => {
          if (!isLooking) look()
        }}
      >
        {m.submission_look()}
      </Button>
      <span role="status" className="text-muted">
        {isLooking && <span>{m.submission_looking()}</span>}
        {!isLooking &&
          result?.kind === 'found' &&
          renderTasksLink(found(result), { page: result.page })}
        {!isLooking && result !== undefined && result.kind !== 'found' && (
          <span>{notFound(result)}</span>
        )}
      </span>
    </div>
  )
}

function found({ page, at }: Extract<TaskPosition, { kind: 'found' }>): string {
  return m.submission_found({ page: formatNumber(page), time: formatClock(at) })
}

function notFound(result: Exclude<TaskPosition, { kind: 'found' }>): string {
  if (result.kind === 'cannot-look') return describeFailure(result.failure).what
  const looked = formatNumber(result.looked)
  const time = formatClock(result.at)
  return result.total === null
    ? m.submission_absent_no_total({ looked, time })
    : m.submission_absent({ looked, total: formatNumber(result.total), time })
}
