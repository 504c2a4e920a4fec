import { Fragment } from 'react'

import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { type Folded, shapePieces } from '#web/task-list/failure-shape.ts'

/** What the messages of a group have in common, as plain text. */
export function shapeName(shape: string): string {
  if (shape === '') return m.failure_unsaid()
  const words = shapePieces(shape).map((piece) =>
    'folded' in piece ? foldedLabel(piece.folded) : showUntrusted(piece.words, CELL_LENGTH),
  )
  return isolated(words.join(''))
}

/** The same as an element. Placeholders look different from the words of the service. */
export function FailureShape({ shape }: { shape: string }) {
  if (shape === '') return <em className="text-muted">{m.failure_unsaid()}</em>
  return (
    <bdi lang="">
      {shapePieces(shape).map((piece, index) => (
        // The same piece may occur twice, and pieces never move.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {'folded' in piece ? (
            <span className="whitespace-nowrap text-muted">{foldedLabel(piece.folded)}</span>
          ) : (
            <UntrustedText text={piece.words} />
          )}
        </Fragment>
      ))}
    </bdi>
  )
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
function foldedLabel(folded: Folded): string {
  return `⟨${foldedLabels[folded]()}⟩`
}
