import { useState } from 'react'

import type { TaskScan } from '#web/task-list/scan/task-scan.ts'
import { ElapsedPlot } from '#web/insights/plots/elapsed-plot.tsx'
import { FailurePlot, type RenderTaskLink } from '#web/insights/plots/failure-plot.tsx'
import { PricePlot } from '#web/insights/plots/price-plot.tsx'
import { SuccessPlot } from '#web/insights/plots/success-plot.tsx'
import { TasksPlot } from '#web/insights/plots/tasks-plot.tsx'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import { markFor, type PlotName } from '#web/insights/plots/plot-marks.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { SelectedTasks } from '#web/insights/selected-tasks.tsx'
import type { Selection } from '#web/insights/selection.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'
import { announce } from '#web/ui/live-region.tsx'

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
