import { useState } from 'react'

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

/** Text of the service where it has room: the start of a long one, and a button for the rest. */
export function ExpandableText({ text, showAll }: { text: string; showAll: string }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <UntrustedText text={text} maxLength={isWhole ? DETAIL_LENGTH : CELL_LENGTH} />
      {!isWhole && text.length > CELL_LENGTH && (
        <>
          {' '}
          <button
            type="button"
            className="font-medium underline underline-offset-4"
            onClick={() => {
              setIsWhole(true)
            }}
          >
            {showAll}
          </button>
        </>
      )}
    </>
  )
}
