import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

import { joinSentences } from '#web/format/sentences.ts'

/** Texts that come within this time are read out as one, in milliseconds. */
const TOGETHER_MS = 500

const announcement = createAtom('')
/** what was said a moment ago: the next text would take its place unheard */
let said: string[] = []
let saidAt = 0

/** Has a short text read out, politely: by the one live region of the page. */
export function announce(text: string): void {
  const now = Date.now()
  said = Math.abs(now - saidAt) < TOGETHER_MS ? [...said, text] : [text]
  saidAt = now
  const whole = joinSentences(...said)
  // The same words twice would be no change, and so not read out again.
  announcement.set((before) => (whole === before ? `${whole}\u00a0` : whole))
}

/** The region that `announce` speaks through. Mount it once; what was said goes with it. */
export function LiveRegion() {
  const text = useSelector(announcement)
  useEffect(
    () => () => {
      announcement.set('')
      said = []
    },
    [],
  )
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
