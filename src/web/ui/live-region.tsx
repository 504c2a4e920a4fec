import { useEffect, useSyncExternalStore } from 'react'

import { joinSentences } from '#web/format/sentences.ts'

/** Texts that come within this time are read out as one, in milliseconds. */
const TOGETHER_MS = 500

let announcement = ''
/** what was said a moment ago: the next text would take its place unheard */
let said: string[] = []
let saidAt = 0
const listeners = new Set<() => void>()

/** Has a short text read out, politely: by the one live region of the page. */
export function announce(text: string): void {
  const now = Date.now()
  said = Math.abs(now - saidAt) < TOGETHER_MS ? [...said, text] : [text]
  saidAt = now
  const whole = joinSentences(...said)
  // The same words twice would be no change, and so not read out again.
  announcement = whole === announcement ? `${whole}\u00a0` : whole
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region that `announce` speaks through. Mount it once; what was said goes with it. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => announcement)
  useEffect(
    () => () => {
      announcement = ''
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
