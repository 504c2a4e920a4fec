import { createAtom, useSelector } from '@tanstack/react-store'

import { joinSentences } from '#web/format/sentences.ts'
import { useLeave } from '#web/ui/effects.ts'

/** Texts within this time are read out together, in milliseconds. */
const TOGETHER_MS = 500

const announcement = createAtom('')
/** the last texts: a new text alone would replace them before they are read out */
let said: string[] = []
let saidAt = 0

/** Has a screen reader read out a short text, with the live region of the page. */
export function announce(text: string): void {
  const now = Date.now()
  said = Math.abs(now - saidAt) < TOGETHER_MS ? [...said, text] : [text]
  saidAt = now
  const whole = joinSentences(...said)
  // The same text again would be no change, and not read out.
  announcement.set((before) => (whole === before ? `${whole}\u00a0` : whole))
}

/** The live region for `announce`. Mount it once. */
export function LiveRegion() {
  const text = useSelector(announcement)
  useLeave(() => {
    announcement.set('')
    said = []
  })
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
