import { type ReactNode, useEffect, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { firstLine } from '#web/format/untrusted-text.ts'
import type { PlotMark } from '#web/insights/plots/plot-spec.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { isSelected } from '#web/insights/selection.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskScan } from '#web/task-list/scan/task-scan.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { anyStatusLabel } from '#web/video-task/labels.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** Renders a link to the details of a task. */
export type RenderTaskLink = (uuid: string, label: string, shown: ReactNode) => ReactNode

/** Where the tasks of a mark are looked for, and how each links to its details. */
export interface TaskSource {
  list: TaskScan
  scope: InsightsScope
  renderTaskLink: RenderTaskLink
}

/** The most tasks that are listed. */
const MOST_LISTED = 50

/** The tasks that a mark stands for, with links to their details. */
export function SelectedTasks({
  mark,
  onClear,
  ...source
}: TaskSource & { mark: PlotMark; onClear: () => void }) {
  const { tasks, isDone } = useTasksOf(source, mark)
  return (
    <section
      aria-label={m.insights_selected()}
      className="flex flex-col gap-2 border-t border-line pt-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h4 className="min-w-0 text-base font-semibold wrap-anywhere">
          <bdi>{mark.name}</bdi>
        </h4>
        <Button onClick={onClear}>{m.insights_clear()}</Button>
      </div>
      {mark.count > MOST_LISTED && (
        <p className="text-sm text-muted">
          {m.insights_selected_first({
            first: formatNumber(MOST_LISTED),
            shown: formatNumber(mark.count),
          })}
        </p>
      )}
      {isDone && tasks.length === 0 && (
        <p className="text-sm text-muted">{m.insights_selected_none()}</p>
      )}
      <ul className="divide-y divide-line">
        {tasks.map((task, index) => (
          // Two tasks may have the same ID.
          // oxlint-disable-next-line react/no-array-index-key
          <TaskLine key={index} task={task} {...source} />
        ))}
      </ul>
    </section>
  )
}

function TaskLine({ task, scope, renderTaskLink }: TaskSource & { task: VideoTask }) {
  const { uuid, id, price, createdAt, errorMsg } = task
  const name = taskName(task)
  const { status } = statusEvidence(task, { filter: scope.status, readAt: 0 })
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1.5 text-sm">
      <span className="font-mono">
        {uuid === null ? (
          <bdi lang="">{name}</bdi>
        ) : (
          renderTaskLink(uuid, m.find_details({ task: name }), name)
        )}
      </span>
      {uuid !== null && id !== null && (
        <span className="text-muted tabular-nums">{m.tasks_number({ id })}</span>
      )}
      <bdi>{anyStatusLabel(status)}</bdi>
      {price !== null && (
        <span className="text-muted tabular-nums">
          {m.insights_price({ price: formatNumber(price) })}
        </span>
      )}
      {createdAt !== null && (
        <span className="text-muted">
          <RelativeTime at={Date.parse(createdAt)} isCalm />
        </span>
      )}
      {errorMsg !== null && (
        <span className="w-full truncate text-muted">
          <UntrustedText text={firstLine(errorMsg)} />
        </span>
      )}
    </li>
  )
}

/** The first tasks of a list that a mark stands for, in the list's order. Grows as they are found. */
function useTasksOf({ list, scope }: TaskSource, { id, selection }: PlotMark) {
  const [found, setFound] = useState<{ tasks: readonly VideoTask[]; isDone: boolean }>({
    tasks: [],
    isDone: false,
  })
  useEffect(() => {
    let isWanted = true
    const look = async () => {
      const tasks: VideoTask[] = []
      for await (const rows of list.rows()) {
        if (!isWanted) return
        const before = tasks.length
        for (const row of rows) {
          if (tasks.length === MOST_LISTED) break
          if (row.kind === 'task' && isSelected(row, selection, scope)) tasks.push(row.task)
        }
        if (tasks.length > before) setFound({ tasks: [...tasks], isDone: false })
        if (tasks.length === MOST_LISTED) break
      }
      if (isWanted) setFound({ tasks, isDone: true })
    }
    void look()
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- each update of the figures makes a new mark with the same ID
  }, [list, scope, id])
  return found
}
