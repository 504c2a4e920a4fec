import { type RefObject, useEffect, useRef, useState } from 'react'

import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { Button } from '#web/ui/button.tsx'

/** Foreign text with room for it: its first 10,000 characters, and a button for the rest. */
export function RawText({
  label,
  text,
  showAll,
  isCode = false,
}: {
  /** what it is: said where the box scrolls, and is a place of the keyboard by that */
  label: string
  text: string
  /** the button's words */
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
        // A box that scrolls must be reachable by keyboard; no other box.
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

/** Whether there is more in a box than it shows. */
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
