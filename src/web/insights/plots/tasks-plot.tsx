import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { ColumnPlot, Legend } from '#web/insights/plots/column-plot.tsx'
import { formatTick, markCell, periodCell, tasksMark } from '#web/insights/plots/period-marks.tsx'
import { periodName, periodTick, perUnit } from '#web/insights/reading/period-words.ts'
import { PlotFigure, type PlotProps, type PlotTable } from '#web/insights/plots/plot-figure.tsx'
import { kindLabel, STATUS_FILLS } from '#web/insights/plots/status-looks.ts'
import { kindsAmong, type TaskFigures } from '#web/insights/reading/task-tally.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'

/** Tasks by day of creation and status. */
export function TasksPlot({
  figures,
  selection,
  below,
  isFiltered,
}: PlotProps & { isFiltered: boolean }) {
  const { periods, unit, total } = figures
  const kinds = kindsAmong(total)
  const title = perUnit(unit, {
    day: m.insights_tasks_day,
    week: m.insights_tasks_week,
    month: m.insights_tasks_month,
    years: m.insights_tasks_years,
  })
  const table: PlotTable = {
    columns: [
      { label: m.insights_period(), isFigure: false },
      ...kinds.map((kind) => ({ label: kindLabel(kind), isFigure: true })),
      { label: m.insights_all(), isFigure: true },
    ],
    rows: periods.map((period) => ({
      id: String(period.first),
      cells: [
        periodCell(period, unit),
        ...kinds.map((kind) => markCell(tasksMark(figures, period, kind))),
        markCell(tasksMark(figures, period)),
      ],
    })),
  }
  return (
    <PlotFigure
      name="tasks"
      title={title}
      summary={
        <>
          <p>{joinSentences(spanInWords(figures), m.insights_zone({ zone: timeZoneName() }))}</p>
          {total.byStatus.open > 0 && !isFiltered && <p>{m.insights_open_note()}</p>}
        </>
      }
      table={periods.length === 0 ? null : table}
      selection={selection}
      below={below}
    >
      <Legend
        entries={kinds.map((kind) => ({
          name: kindLabel(kind),
          shown: formatNumber(total.byStatus[kind]),
          fill: STATUS_FILLS[kind],
        }))}
      />
      <ColumnPlot
        label={title}
        shape="columns"
        columns={periods.map((period) => ({
          tick: periodTick(period, unit),
          whole: tasksMark(figures, period),
          parts: kindsAmong(period).map((kind) => ({
            value: period.byStatus[kind],
            fill: STATUS_FILLS[kind],
            mark: tasksMark(figures, period, kind),
          })),
        }))}
        values={{ format: formatTick, isWhole: true }}
        isOverTime
        selection={selection}
      />
    </PlotFigure>
  )
}

function spanInWords({ periods, unit, total }: TaskFigures): string {
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return m.insights_no_days()
  const shown = formatNumber(total.tasks)
  const [from, to] = [periodName(first, unit), periodName(last, unit)]
  return from === to
    ? m.insights_one_period({ count: total.tasks, shown, period: from })
    : m.insights_span({ count: total.tasks, shown, from, to })
}
