import { useState, useEffect } from 'react'

import type { TaskScan } from '#web/task-list/scan/task-scan.ts'
import { ElapsedPlot } from '#web/insights/plots/elapsed-plot.tsx'
import { FailurePlot, type RenderTaskLink } from '#web/insights/plots/failure-plot.tsx'
import { PricePlot } from '#web/insights/plots/price-plot.tsx'
import { SuccessPlot } from '#web/insights/plots/success-plot.tsx'
import { TasksPlot } from '#web/insights/plots/tasks-plot.tsx'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import { markFor, type PlotName } from '#web/insights/plots/plot-marks.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { type Selection, isSelected } from '#web/insights/selection.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'
import { announce } from '#web/ui/live-region.tsx'
import type { VideoTask } from '#contract/video-tasks.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { formatNumber } from '#web/format/number.ts'
import { firstLine } from '#web/format/untrusted-text.ts'
import { anyStatusLabel } from '#web/video-task/status-label.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

/** All plots. The tasks of the selected mark are listed below its plot; one mark at a time can be selected. */
export function Plots({
  figures,
  list,
  scope,
  renderTaskLink,
}: {
  figures: TaskFigures
  list: TaskScan
  scope: InsightsScope
  renderTaskLink: RenderTaskLink
}) {
  const [selected, setSelected] = useState<{ plot: PlotName; selection: Selection }>()
  const propsOf = (plot: PlotName) => {
    // Find the mark in the current figures, as they grow during a scan.
    const mark = selected?.plot === plot ? markFor(plot, selected.selection, figures) : undefined
    const clear = () => {
      setSelected(undefined)
    }
    return {
      figures,
      selection: {
        selectedId: mark?.id ?? null,
        onSelect: (next: PlotMark) => {
          if (next.id === mark?.id) clear()
          else {
            setSelected({ plot, selection: next.selection })
            announce(m.insights_selected_said({ name: next.name }))
          }
        },
      },
      below: mark !== undefined && (
        <SelectedTasks
          key={mark.id}
          list={list}
          scope={scope}
          mark={mark}
          renderTaskLink={renderTaskLink}
          onClear={() => {
            // The button disappears, so the focus goes back to the mark.
            document
              .querySelector<HTMLElement>(
                '[role=option][aria-selected=true], button[aria-pressed=true]',
              )
              ?.focus()
            clear()
          }}
        />
      ),
    }
  }
  const isFiltered = scope.status !== undefined
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:[&>figure:last-child]:col-span-full">
      <p className="text-sm text-muted xl:col-span-full print:hidden">{m.insights_hint()}</p>
      <TasksPlot {...propsOf('tasks')} isFiltered={isFiltered} />
      {/* Among tasks of one status, the rate would be 0 % or 100 %. */}
      {!isFiltered && <SuccessPlot {...propsOf('success')} />}
      <ElapsedPlot {...propsOf('elapsed')} />
      <PricePlot {...propsOf('price')} />
      <FailurePlot {...propsOf('failures')} renderTaskLink={renderTaskLink} />
    </div>
  )
}

/** The most tasks that are listed. */
const MOST_LISTED = 50

/** The tasks that a mark stands for, with links to their details. */
function SelectedTasks({
  list,
  scope,
  mark,
  onClear,
  renderTaskLink,
}: {
  list: TaskScan
  scope: InsightsScope
  mark: PlotMark
  onClear: () => void
  renderTaskLink: RenderTaskLink
}) {
  const { tasks, isDone } = useTasksOf(list, scope, mark)
  const more = mark.count > MOST_LISTED
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
      {more && (
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
          <li key={index} className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1.5 text-sm">
            <TaskLine task={task} scope={scope} renderTaskLink={renderTaskLink} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TaskLine({
  task,
  scope,
  renderTaskLink,
}: {
  task: VideoTask
  scope: InsightsScope
  renderTaskLink: RenderTaskLink
}) {
  const { uuid, id, price, createdAt, errorMsg } = task
  const name = taskName(task)
  const { status } = statusEvidence(task, { filter: scope.status, readAt: 0 })
  return (
    <>
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
    </>
  )
}

/** The first tasks of a list that a mark stands for, in the list's order. Grows as they are found. */
function useTasksOf(list: TaskScan, scope: InsightsScope, { selection }: PlotMark) {
  const [found, setFound] = useState<{ tasks: readonly VideoTask[]; isDone: boolean }>({
    tasks: [],
    isDone: false,
  })
  // Compare the content: each update of the figures makes a new mark.
  const wanted = JSON.stringify(selection)
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
    // oxlint-disable-next-line react/exhaustive-deps -- see `wanted`
  }, [list, scope, wanted])
  return found
}
