import { useRef, useState } from 'react'

import { Sentence } from '#web/ui/sentence.tsx'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'

/** Text of the service: shown as data, isolated from the text around it, in whatever language it is. */
export function UntrustedText({
  text,
  maxLength = CELL_LENGTH,
}: {
  text: string
  maxLength?: number
}) {
  // lang="" says that the language is not known.
  return <bdi lang="">{showUntrusted(text, maxLength)}</bdi>
}

/** A sentence of ours with a foreign text in it, which turns none of our words. */
export function SentenceWith({
  shown,
  say,
}: {
  /** as it is shown: what showUntrusted made of it */
  shown: string
  /** the sentence, with what stands in the text's place */
  say: (slot: string) => string
}) {
  return (
    <Sentence say={say}>
      <bdi lang="">{shown}</bdi>
    </Sentence>
  )
}

/** Text of the service where it has room: the start of a long one, and a button for more of it. */
export function ExpandableText({ text, showAll }: { text: string; showAll: string }) {
  const [length, setLength] = useState(CELL_LENGTH)
  const shown = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={shown} tabIndex={-1} className="outline-none">
        <UntrustedText text={text} maxLength={length} />
      </span>
      {text.length > length && (
        <>
          {' '}
          <button
            type="button"
            className="font-medium underline underline-offset-4"
            onClick={() => {
              // A megabyte in one line takes its time: it is asked for twice.
              const next = length === CELL_LENGTH ? DETAIL_LENGTH : text.length
              setLength(next)
              // The button goes with what it was for; the keyboard's place stays.
              if (next >= text.length) shown.current?.focus()
            }}
          >
            {showAll}
          </button>
        </>
      )}
    </>
  )
}
