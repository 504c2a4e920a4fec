import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import type { FailureGroup } from '#web/insights/reading/failure-groups.ts'
import { type Folded, shapePieces } from '#web/insights/reading/failure-shape.ts'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import { m } from '#web/messages/generated/messages.js'

/** The tasks that failed in one way. */
export function failureMark({ shape, count }: FailureGroup): PlotMark {
  const what =
    shape === ''
      ? m.insights_failure_unsaid()
      : // Their words turn none of ours.
        isolated(
          shapePieces(shape)
            .map((piece) =>
              'folded' in piece
                ? foldedLabel(piece.folded)
                : showUntrusted(piece.words, CELL_LENGTH),
            )
            .join(''),
        )
  return {
    id: shape,
    name: m.insights_bar({ where: what, count, shown: formatNumber(count) }),
    count,
    selection: { by: 'failure', shape },
  }
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

/** What stands in the place of what was folded. */
export function foldedLabel(folded: Folded): string {
  return `⟨${foldedLabels[folded]()}⟩`
}
