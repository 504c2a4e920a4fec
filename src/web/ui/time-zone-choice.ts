import { useSyncExternalStore } from 'react'

import { setTimeZone, timeZone, type TimeZone } from '#web/format/time-zone.ts'
import { followChoice, readChoice, writeChoice } from '#web/ui/device-choice.ts'

const ENTRY = 'marquee.time-zone'

const listeners = new Set<() => void>()

/** Shows times in the zone that was chosen in this browser, and follows what another tab chooses. */
export function applyTimeZone(): void {
  const apply = () => {
    setTimeZone(readChoice(ENTRY) === 'utc' ? 'utc' : 'local')
    for (const listener of listeners) listener()
  }
  apply()
  followChoice(ENTRY, apply)
}

/** Shows times in a zone at once and remembers it; where the browser refuses, until the page is left. */
export function chooseTimeZone(zone: TimeZone): void {
  writeChoice(ENTRY, zone)
  setTimeZone(zone)
  for (const listener of listeners) listener()
}

/** The zone in which times are shown. A component that formats times is drawn again when it changes. */
export function useTimeZone(): TimeZone {
  return useSyncExternalStore(follow, timeZone)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
