import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { BatchInput } from '#web/posters/batch/batch-input.ts'
import { imageProblemWords } from '#web/posters/form/image-problem.ts'

/** How many lines are listed. */
const NAMED = 20

/** The lines that are not image URLs, each with its number and its problem. */
export function BadLines({ bad }: Pick<BatchInput, 'bad'>) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {bad.slice(0, NAMED).map(({ line, text, problem }) => (
        <li key={line} className="wrap-anywhere">
          <span className="font-medium tabular-nums">
            {m.batch_line({ line: formatNumber(line) })}
          </span>
          <span>{' · '}</span>
          <bdi lang="" className="text-muted">
            {showUntrusted(text.trim(), CELL_LENGTH)}
          </bdi>
          <br />
          <span>{imageProblemWords(problem)}</span>
        </li>
      ))}
      {bad.length > NAMED && (
        <li className="text-muted">{m.batch_more({ shown: formatNumber(bad.length - NAMED) })}</li>
      )}
    </ul>
  )
}
