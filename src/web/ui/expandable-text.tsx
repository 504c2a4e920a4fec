import { useRef, useState } from 'react'

import { CELL_LENGTH, DETAIL_LENGTH } from '#web/format/untrusted-text.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

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
