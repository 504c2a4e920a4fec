import { TASK_STATUS } from '#contract/video-tasks.ts'
import { perLocale } from '#web/format/locale.ts'
import { formatNumber } from '#web/format/number.ts'
import { ColumnPlot } from '#web/insights/column-plot.tsx'
import { cellOf, periodMark } from '#web/insights/period-marks.ts'
import { periodTick } from '#web/insights/period-words.ts'
import { PeriodTime } from '#web/insights/period-time.tsx'
import { PlotFigure } from '#web/insights/plot-figure.tsx'
import type { PlotProps } from '#web/insights/plot-props.ts'
import { kindLabel } from '#web/insights/status-looks.ts'
import type { Counts, PeriodCounts } from '#web/insights/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'

const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** The share of tasks that succeeded among those that have ended, by day of creation. */
export function SuccessPlot({ figures, selection, below }: PlotProps) {
  const { periods, unit, total } = figures
  const title = m.insights_success()
  const markOfPeriod = (period: PeriodCounts) =>
    periodMark(figures, period, {
      count: finishedOf(period),
      say: (words) => m.insights_bar_success({ ...words, rate: formatRate(period) }),
      part: { only: 'finished' },
    })
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
                  { content: <PeriodTime period={period} unit={unit} /> },
                  formatRate(period),
                  formatNumber(period.byStatus.completed),
                  cellOf(markOfPeriod(period)),
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
        top={1}
        columns={periods.map((period) => {
          const whole = markOfPeriod(period)
          const value = period.byStatus.completed / finishedOf(period)
          const parts = [{ kind: 'rate', value, fill: 'fill-completed', mark: whole }]
          const isEmpty = finishedOf(period) === 0
          return { tick: periodTick(period, unit), whole, parts: isEmpty ? [] : parts }
        })}
        formatValue={(value) => percent().format(value)}
        isWhole={false}
        {...selection}
      />
    </PlotFigure>
  )
}

function finishedOf({ byStatus }: Counts): number {
  return byStatus.completed + byStatus.failed
}

function formatRate(counts: Counts): string {
  const finished = finishedOf(counts)
  return finished === 0 ? '—' : percent().format(counts.byStatus.completed / finished)
}
