import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { priceMark, successMark, tasksMark } from '#web/insights/plots/period-marks.tsx'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import type { ElapsedBucket } from '#web/insights/reading/elapsed-tally.ts'
import type { FailureGroup } from '#web/video-task/failure/failure-groups.ts'
import { type Folded, shapePieces } from '#web/video-task/failure/failure-shape.ts'
import { kindsAmong, type TaskFigures } from '#web/insights/reading/task-tally.ts'
import type { Selection } from '#web/insights/selection.ts'
import { m } from '#web/messages/generated/messages.js'

/** The plots by name. */
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
 * The mark of a plot that has this selection in the current figures.
 *
 * @returns undefined if there is none any more, for example because days have become weeks
 */
export function markFor(
  plot: PlotName,
  selection: Selection,
  figures: TaskFigures,
): PlotMark | undefined {
  // The ID is not enough: a week may have the ID of a day.
  const wanted = JSON.stringify(selection)
  return marksOf[plot](figures).find((mark) => JSON.stringify(mark.selection) === wanted)
}

/** A range of elapsed times in words. */
export function bucketName({ from, to }: ElapsedBucket): string {
  return to === null
    ? m.insights_at_least({ from: formatDuration(from) })
    : m.insights_between({ from: formatDuration(from), to: formatDuration(to) })
}

/** The tasks whose elapsed time is in a range. */
export function elapsedMark(bucket: ElapsedBucket): PlotMark {
  const { from, to, count } = bucket
  return {
    id: String(from),
    name: m.insights_bar({ where: bucketName(bucket), count, shown: formatNumber(count) }),
    count,
    selection: { by: 'elapsed', from, to },
  }
}

/** The tasks that failed in the same way. */
export function failureMark({ shape, count }: FailureGroup): PlotMark {
  return {
    id: shape,
    name: m.insights_bar({ where: failureName(shape), count, shown: formatNumber(count) }),
    count,
    selection: { by: 'failure', shape },
  }
}

function failureName(shape: string): string {
  if (shape === '') return m.failure_unsaid()
  const words = shapePieces(shape).map((piece) =>
    'folded' in piece ? foldedLabel(piece.folded) : showUntrusted(piece.words, CELL_LENGTH),
  )
  return isolated(words.join(''))
}

const foldedLabels: Record<Folded, () => string> = {
  url: m.insights_folded_url,
  email: m.insights_folded_email,
  id: m.insights_folded_id,
  date: m.insights_folded_date,
  time: m.insights_folded_time,
  path: m.insights_folded_path,
  file: m.insights_folded_file,
  text: m.insights_folded_text,
  number: m.insights_folded_number,
}

/** The placeholder for the part of a message that differs from task to task. */
export function foldedLabel(folded: Folded): string {
  return `⟨${foldedLabels[folded]()}⟩`
}
