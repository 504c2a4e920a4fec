import { useRef, useState } from 'react'

import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { Button } from '#web/ui/button.tsx'

/** Foreign text with room for it: its first 10,000 characters, and a button for the rest. */
export function RawText({
  text,
  showAll,
  isCode = false,
}: {
  text: string
  /** the button's words */
  showAll: string
  isCode?: boolean
}) {
  const [isWhole, setIsWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  return (
    <>
      <pre
        ref={box}
        // A box that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        lang=""
        className={`max-h-[60vh] overflow-auto rounded-control border border-line bg-canvas p-3 text-sm break-words whitespace-pre-wrap ${isCode ? 'font-mono' : 'font-sans'}`}
      >
        <bdi>{showUntrusted(text, isWhole ? text.length : DETAIL_LENGTH)}</bdi>
      </pre>
      {!isWhole && text.length > DETAIL_LENGTH && (
        <Button
          className="self-start"
          onClick={() => {
            setIsWhole(true)
            // The button goes; the keyboard's place stays.
            box.current?.focus()
          }}
        >
          {showAll}
        </Button>
      )}
    </>
  )
}
