import { useRef, useState } from 'react'

import { CELL_LENGTH, DETAIL_LENGTH } from '#web/format/untrusted-text.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

/** An untrusted text of any length: its start, and a button to show more. */
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
          <span> </span>
          <button
            type="button"
            className="font-medium underline underline-offset-4"
            onClick={() => {
              // In two steps, as a megabyte in one line takes long to draw.
              const next = length === CELL_LENGTH ? DETAIL_LENGTH : text.length
              setLength(next)
              // The button disappears, so the text takes its focus.
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
