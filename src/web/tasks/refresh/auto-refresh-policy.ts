import type { OpenLayer } from '#web/ui/open-layers.ts'

/** Time from one reply to the next refresh while something visible is unfinished, in milliseconds. */
const BUSY_INTERVAL_MS = 5_000

/** The same while nothing is: new tasks still appear. */
const CALM_INTERVAL_MS = 30_000

/** In a hidden tab: often enough for the number in its title, seldom enough to cost nothing. */
const HIDDEN_INTERVAL_MS = 60_000

/** A tab that has been hidden for longer is nobody's: it rests until it is looked at again. */
const HIDDEN_LIMIT_MS = 30 * 60_000

/** From this many failures in a row on it is a pause, and called one. */
export const FAILURES_UNTIL_PAUSE = 3

/** What somebody does to whom moving rows would be in the way. */
export type Reading = OpenLayer | 'selection' | 'field'

/** Why nothing is refreshed just now. */
export type PauseReason = 'key' | 'failure' | 'hidden' | 'offline' | Reading

/** All that decides when the list is refreshed next. Times are in milliseconds since the epoch. */
export interface RefreshSituation {
  now: number
  /** whether the person lets the list refresh itself; a failed read is tried again in any case */
  isOn: boolean
  /** when the last read ended, well or badly */
  lastReadAt: number
  /** whether any visible task is pending, processing or in progress */
  isUnfinished: boolean
  /** after a failed read: when it is tried again; false: only the person can help */
  resumesAt: number | false | undefined
  /** the service has refused the key */
  isKeyRefused: boolean
  /** undefined: the tab is visible */
  hiddenSince: number | undefined
  isOffline: boolean
  reading: Reading | undefined
}

/** When the list is refreshed next, and why not sooner. */
export interface RefreshPlan {
  /** null: not before something changes */
  dueAt: number | null
  pause: PauseReason | undefined
}

/** Decides. A pause that ends after the list was due refreshes it at once. */
export function planRefresh(situation: RefreshSituation): RefreshPlan {
  const { now, isOn, isUnfinished, resumesAt, hiddenSince, reading } = situation
  // What lies ahead, as the clock was set back, is long enough ago.
  const lastReadAt = situation.lastReadAt > now ? 0 : situation.lastReadAt
  if (situation.isKeyRefused) return { dueAt: null, pause: 'key' }
  if (situation.isOffline) return { dueAt: null, pause: 'offline' }
  // What was being read when the tab was left is still there on the return.
  if (reading !== undefined) return { dueAt: null, pause: reading }
  if (hiddenSince !== undefined) {
    const isWatched = isOn && isUnfinished && now - hiddenSince <= HIDDEN_LIMIT_MS
    const isDue = isWatched && resumesAt !== false
    const dueAt = isDue ? Math.max(lastReadAt + HIDDEN_INTERVAL_MS, resumesAt ?? 0) : null
    return { dueAt, pause: 'hidden' }
  }
  // The same request would fail in the same way.
  if (resumesAt === false) return { dueAt: null, pause: 'failure' }
  if (resumesAt !== undefined) return { dueAt: resumesAt, pause: undefined }
  const interval = isUnfinished ? BUSY_INTERVAL_MS : CALM_INTERVAL_MS
  return { dueAt: isOn ? lastReadAt + interval : null, pause: undefined }
}
