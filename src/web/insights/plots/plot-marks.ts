import { elapsedMark } from '#web/insights/plots/elapsed-marks.ts'
import { failureMark } from '#web/insights/plots/failure-marks.ts'
import { priceMark, successMark, tasksMark } from '#web/insights/plots/period-marks.ts'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import type { Selection } from '#web/insights/selection.ts'
import { kindsAmong, type TaskFigures } from '#web/insights/reading/task-tally.ts'

/** The plots, whatever the language. */
export type PlotName = 'tasks' | 'price' | 'success' | 'elapsed' | 'failures'

/** Every mark of a plot. */
const marksOf: Readonly<Record<PlotName, (figures: TaskFigures) => PlotMark[]>> = {
  tasks: (figures) =>
    figures.periods.flatMap((period) => [
      tasksMark(figures, period),
      ...kindsAmong(period).map((kind) => tasksMark(figures, period, kind)),
    ]),
  price: (figures) => figures.periods.map((period) => priceMark(figures, period)),
  success: (figures) => figures.periods.map((period) => successMark(figures, period)),
  elapsed: ({ elapsed }) => elapsed.buckets.map(elapsedMark),
  failures: ({ failures }) => failures.groups.map(failureMark),
}

/**
 * The mark of a plot that stands for a selection, as the figures are now.
 *
 * @returns undefined where no bar does any more: days have become weeks, say
 */
export function markFor(
  plot: PlotName,
  selection: Selection,
  figures: TaskFigures,
): PlotMark | undefined {
  // An ID is not enough: that of a week may be that of a day.
  const wanted = JSON.stringify(selection)
  return marksOf[plot](figures).find((mark) => JSON.stringify(mark.selection) === wanted)
}
