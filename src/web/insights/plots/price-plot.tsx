import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { ColumnPlot } from '#web/insights/plots/column-plot.tsx'
import { formatTick, markCell, periodCell, priceMark } from '#web/insights/plots/period-marks.tsx'
import { periodTick, perUnit } from '#web/insights/reading/period-words.ts'
import { PlotFigure, type PlotProps } from '#web/insights/plots/plot-figure.tsx'
import { m } from '#web/messages/generated/messages.js'

/** Prices by day of creation. */
export function PricePlot({ figures, selection, below }: PlotProps) {
  const { periods, unit, total } = figures
  const title = perUnit(unit, {
    day: m.insights_price_day,
    week: m.insights_price_week,
    month: m.insights_price_month,
    years: m.insights_price_years,
  })
  const missing = total.tasks - total.priced
  return (
    <PlotFigure
      name="price"
      title={title}
      summary={
        <p>
          {joinSentences(
            total.priced === 0
              ? m.insights_price_none()
              : m.insights_price_sum({
                  price: formatNumber(total.price),
                  count: total.priced,
                  shown: formatNumber(total.priced),
                }),
            missing > 0 && total.priced > 0
              ? m.insights_price_missing({ count: missing, shown: formatNumber(missing) })
              : '',
            total.priced > 0 ? m.insights_price_unit() : '',
          )}
        </p>
      }
      table={
        total.priced === 0 || periods.length === 0
          ? null
          : {
              columns: [
                { label: m.insights_period(), isFigure: false },
                { label: m.insights_price_label(), isFigure: true },
                { label: m.insights_with_price(), isFigure: true },
              ],
              rows: periods.map((period) => ({
                id: String(period.first),
                cells: [
                  periodCell(period, unit),
                  period.priced === 0 ? '—' : formatNumber(period.price),
                  markCell(priceMark(figures, period)),
                ],
              })),
            }
      }
      selection={selection}
      below={below}
    >
      <ColumnPlot
        label={title}
        shape="columns"
        columns={periods.map((period) => {
          const whole = priceMark(figures, period)
          const value = Number(period.price)
          const parts = [{ value, fill: 'fill-focus', mark: whole }]
          return { tick: periodTick(period, unit), whole, parts: period.priced === 0 ? [] : parts }
        })}
        values={{ format: formatTick, isWhole: false }}
        isOverTime
        selection={selection}
      />
    </PlotFigure>
  )
}
