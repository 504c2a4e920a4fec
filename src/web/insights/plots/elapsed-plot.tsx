import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { ColumnPlot } from '#web/insights/plots/column-plot.tsx'
import { bucketName, elapsedMark } from '#web/insights/plots/plot-marks.ts'
import { placeAmong } from '#web/insights/reading/elapsed-tally.ts'
import { formatTick } from '#web/insights/plots/period-marks.tsx'
import { PlotFigure, type PlotProps } from '#web/insights/plots/plot-figure.tsx'
import { m } from '#web/messages/generated/messages.js'

/** How long tasks took from creation to completion. */
export function ElapsedPlot({ figures, selection, below }: PlotProps) {
  const { count, median, p95, buckets } = figures.elapsed
  const title = m.insights_elapsed()
  const isEmpty = median === null || p95 === null
  const lines = isEmpty
    ? []
    : [
        {
          place: placeAmong(buckets, median),
          label: m.insights_median({ time: formatElapsed(median) }),
        },
        { place: placeAmong(buckets, p95), label: m.insights_p95({ time: formatElapsed(p95) }) },
      ]
  return (
    <PlotFigure
      name="elapsed"
      title={title}
      summary={
        <p>
          {isEmpty
            ? m.insights_elapsed_none()
            : m.insights_elapsed_sum({
                median: formatElapsed(median),
                p95: formatElapsed(p95),
                count,
                shown: formatNumber(count),
              })}
        </p>
      }
      table={
        isEmpty
          ? null
          : {
              columns: [
                { label: m.insights_elapsed_label(), isFigure: false },
                { label: m.nav_tasks(), isFigure: true },
              ],
              rows: buckets.map((bucket) => ({
                id: String(bucket.from),
                cells: [
                  bucketName(bucket),
                  { text: formatNumber(bucket.count), mark: elapsedMark(bucket) },
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
        columns={buckets.map((bucket) => {
          const whole = elapsedMark(bucket)
          const parts = [{ value: bucket.count, fill: 'fill-edge', mark: whole }]
          return { tick: bucketName(bucket), whole, parts: bucket.count === 0 ? [] : parts }
        })}
        values={{ format: formatTick, isWhole: true }}
        lines={lines}
        selection={selection}
      />
    </PlotFigure>
  )
}

/** A short time in milliseconds, as whole seconds would be too coarse. */
export function formatElapsed(elapsed: number): string {
  return elapsed < 1_500 && elapsed % 1_000 !== 0
    ? m.insights_milliseconds({ count: formatNumber(Math.round(elapsed)) })
    : formatDuration(elapsed)
}
