import { type RefObject, useEffect, useRef, useState } from 'react'

import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { Button } from '#web/ui/button.tsx'

/** An untrusted text in a box: its first 10,000 characters, and a button for the rest. */
export function RawText({
  label,
  text,
  showAll,
  isCode = false,
}: {
  /** names the box when it scrolls, as it is a tab stop then */
  label: string
  text: string
  /** the label of the button */
  showAll: string
  isCode?: boolean
}) {
  const [isWhole, setIsWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const isScrolled = useIsScrolled(box)
  return (
    <>
      <pre
        ref={box}
        {...(isScrolled && { role: 'group', 'aria-label': label })}
        // Only a box that scrolls must be a tab stop.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isScrolled ? 0 : -1}
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
            // The button disappears, so the box takes its focus.
            box.current?.focus()
          }}
        >
          {showAll}
        </Button>
      )}
    </>
  )
}

/** Whether the content of a box is higher than the box. */
function useIsScrolled(box: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      setIsScrolled(element.scrollHeight > element.clientHeight)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [box])
  return isScrolled
}
