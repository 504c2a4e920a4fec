import { formatNumber } from '#web/format/number.ts'
import { firstLine } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { Found } from '#web/tasks/find/find-among.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

/** The found tasks, each with a link to its details. */
export function FoundTasks({
  found: { tasks, more },
  onOpen,
}: {
  found: Pick<Found, 'tasks' | 'more'>
  onOpen: (found: Found['tasks'][number]) => void
}) {
  if (tasks.length === 0) return null
  return (
    <>
      <ul
        aria-label={m.find_matches()}
        className="divide-y divide-line rounded-panel border border-line"
      >
        {tasks.map(({ task, index }) => (
          // Two tasks may have the same ID.
          <li key={index}>
            <button
              type="button"
              aria-label={m.find_details({ task: taskName(task) })}
              onClick={() => onOpen({ task, index })}
              className="flex w-full min-w-0 flex-wrap items-baseline gap-x-3 px-3 py-2 text-left text-sm hover:bg-hover"
            >
              <span className="font-mono">
                <bdi lang="">{taskName(task)}</bdi>
              </span>
              {task.id !== null && (
                <span className="text-muted tabular-nums">{m.tasks_number({ id: task.id })}</span>
              )}
              {task.createdAt !== null && (
                <span className="text-muted">
                  <RelativeTime at={Date.parse(task.createdAt)} isCalm />
                </span>
              )}
              {task.errorMsg !== null && (
                <span className="w-full truncate text-muted">
                  <UntrustedText text={firstLine(task.errorMsg)} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-muted">
          {m.find_more({ count: more, shown: formatNumber(more) })}
        </p>
      )}
    </>
  )
}

/** How many tasks were found, as a sentence. */
export function foundWords({ tasks, more }: Pick<Found, 'tasks' | 'more'>): string {
  const count = tasks.length + more
  return count === 0 ? m.find_none() : m.find_found({ count, shown: formatNumber(count) })
}
