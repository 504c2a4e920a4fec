import type { ReactNode } from 'react'

import { counted, formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { BatchInput, ReadLine } from '#web/posters/batch/batch-input.ts'
import {
  imageNoteWords,
  imageProblemWords,
  suggestionWords,
} from '#web/posters/form/image-url-words.ts'
import { Button } from '#web/ui/button.tsx'

/** How many lines are listed. */
const NAMED = 20

/** Lines of the text box, each with its number and what is to be said about it, and one press for what is probably meant. */
export function InputLines({
  lines,
  onUse,
}: {
  lines: readonly ReadLine[]
  /** called with the lines that have a suggestion */
  onUse: (lines: readonly ReadLine[]) => void
}) {
  const suggested = lines.filter(({ reading }) => reading.suggestion !== undefined)
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {lines.slice(0, NAMED).map(({ line, text, reading }) => {
          const suggestion = suggestionWords(reading)
          return (
            <li key={line} className="wrap-anywhere">
              <span className="font-medium tabular-nums">
                {m.batch_line({ line: formatNumber(line) })}
              </span>
              <span>{' · '}</span>
              <bdi lang="" className="text-muted">
                {showUntrusted(text.trim(), CELL_LENGTH)}
              </bdi>
              <p>{reading.ok ? imageNoteWords(reading) : imageProblemWords(reading, text)}</p>
              {suggestion !== undefined && <p>{suggestion}</p>}
            </li>
          )
        })}
        {lines.length > NAMED && (
          <li className="text-muted">
            {m.batch_more({ shown: formatNumber(lines.length - NAMED) })}
          </li>
        )}
      </ul>
      {suggested.length > 0 && (
        <Button
          className="self-start"
          onClick={() => {
            onUse(suggested)
          }}
        >
          {m.batch_use(counted(suggested.length))}
        </Button>
      )}
    </>
  )
}

/** What is to be said about the lines of a batch: those in doubt, those that were put right, those that are left out. */
export function LineNotices({
  lines: { bad, noted },
  onUse,
}: {
  lines: Pick<BatchInput, 'bad' | 'noted'>
  /** uses what is probably meant in place of these lines */
  onUse: (lines: readonly ReadLine[]) => void
}) {
  const doubtful = noted.filter(({ reading }) => reading.doubt !== undefined)
  const putRight = noted.filter(({ reading }) => reading.doubt === undefined)
  return (
    <>
      {doubtful.length > 0 && (
        <Notice words={m.batch_plan_doubtful(counted(doubtful.length))}>
          <InputLines lines={doubtful} onUse={onUse} />
        </Notice>
      )}
      {putRight.length > 0 && (
        <Notice words={m.batch_plan_put_right(counted(putRight.length))}>
          <InputLines lines={putRight} onUse={onUse} />
        </Notice>
      )}
      {bad.length > 0 && (
        <Notice words={m.batch_plan_bad(counted(bad.length))}>
          <InputLines lines={bad} onUse={onUse} />
        </Notice>
      )}
    </>
  )
}

/** A part of the review with its own sentence. */
export function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line px-4 py-3">
      <p className="text-sm font-medium">{words}</p>
      {children}
    </div>
  )
}
