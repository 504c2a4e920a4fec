import { TASK_STATUS } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { ColumnPlot } from '#web/insights/plots/column-plot.tsx'
import {
  finishedOf,
  formatRate,
  formatShare,
  markCell,
  periodCell,
  successMark,
} from '#web/insights/plots/period-marks.tsx'
import { periodTick } from '#web/insights/reading/period-words.ts'
import { PlotFigure, type PlotProps } from '#web/insights/plots/plot-figure.tsx'
import { kindLabel } from '#web/insights/plots/status-looks.ts'
import { m } from '#web/messages/generated/messages.js'

/** The share of completed tasks among those that have completed or failed, by day of creation. */
export function SuccessPlot({ figures, selection, below }: PlotProps) {
  const { periods, unit, total } = figures
  const title = m.insights_success()
  const finished = finishedOf(total)
  return (
    <PlotFigure
      name="success"
      title={title}
      summary={
        finished === 0 ? (
          <p>{m.insights_success_none()}</p>
        ) : (
          <>
            <p>
              <strong className="text-2xl font-semibold text-ink tabular-nums">
                {formatRate(total)}
              </strong>
            </p>
            <p>
              {m.insights_success_sum({
                completed: formatNumber(total.byStatus.completed),
                finished: formatNumber(finished),
              })}
            </p>
          </>
        )
      }
      table={
        finished === 0 || periods.length === 0
          ? null
          : {
              columns: [
                { label: m.insights_period(), isFigure: false },
                { label: m.insights_success(), isFigure: true },
                { label: kindLabel(TASK_STATUS.completed), isFigure: true },
                { label: m.insights_finished(), isFigure: true },
              ],
              rows: periods.map((period) => ({
                id: String(period.first),
                cells: [
                  periodCell(period, unit),
                  formatRate(period),
                  formatNumber(period.byStatus.completed),
                  markCell(successMark(figures, period)),
                ],
              })),
            }
      }
      selection={selection}
      below={below}
    >
      <ColumnPlot
        label={title}
        shape="line"
        columns={periods.map((period) => {
          const whole = successMark(figures, period)
          const value = period.byStatus.completed / finishedOf(period)
          const parts = [{ value, fill: 'fill-completed', mark: whole }]
          const isEmpty = finishedOf(period) === 0
          return { tick: periodTick(period, unit), whole, parts: isEmpty ? [] : parts }
        })}
        values={{ format: formatShare, isWhole: false, top: 1 }}
        isOverTime
        selection={selection}
      />
    </PlotFigure>
  )
}
