import type { PauseKind } from '#web/ui/pauses.ts'

/** Time from one reply to the next refresh while a visible task is unfinished, in milliseconds; the default. */
const BUSY_INTERVAL_MS = 5_000

/** The same while all visible tasks are finished: new tasks still appear. */
const CALM_INTERVAL_MS = 30_000

/** The same in a hidden tab, whose title shows how many tasks have finished. */
const HIDDEN_INTERVAL_MS = 60_000

/** Stop refreshing after 30 minutes in a hidden tab. */
const HIDDEN_LIMIT_MS = 30 * 60_000

/** After this many failures in a row the page says that refreshing has paused. */
export const FAILURES_UNTIL_PAUSE = 3

/** Why the list does not refresh at the moment. */
export type PauseReason = 'key' | 'failure' | 'hidden' | 'offline' | PauseKind

/** Everything that decides when the list is refreshed next. Times are in milliseconds since the epoch. */
export interface RefreshSituation {
  now: number
  /** whether auto-refresh is on; a failed read is retried in any case */
  isOn: boolean
  /** when the last read ended, with or without success */
  lastReadAt: number
  /** whether any visible task is pending, processing or in progress */
  isUnfinished: boolean
  /** time from one reply to the next refresh while a task is unfinished, in milliseconds */
  busyInterval?: number | undefined
  /** after a failed read: when it is retried; false: only the person can help */
  resumesAt: number | false | undefined
  /** the service has refused the key */
  isKeyRefused: boolean
  /** undefined: the tab is visible */
  hiddenSince: number | undefined
  isOffline: boolean
  /** what the person is doing that moving rows would disturb */
  reading: PauseKind | undefined
}

/** When the list is refreshed next, and why not sooner. */
export interface RefreshPlan {
  /** null: not before the situation changes */
  dueAt: number | null
  pause: PauseReason | undefined
}

/** Decides when the list is refreshed next. If a pause ends after the refresh was due, it happens at once. */
export function planRefresh(situation: RefreshSituation): RefreshPlan {
  const { now, isOn, isUnfinished, resumesAt, hiddenSince, reading } = situation
  // If the clock was set back after the last read, the refresh is due.
  const lastReadAt = situation.lastReadAt > now ? 0 : situation.lastReadAt
  if (situation.isKeyRefused) return { dueAt: null, pause: 'key' }
  if (situation.isOffline) return { dueAt: null, pause: 'offline' }
  // Check this before `hidden`: a person who returns to the tab continues to read.
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
  const interval = isUnfinished ? (situation.busyInterval ?? BUSY_INTERVAL_MS) : CALM_INTERVAL_MS
  return { dueAt: isOn ? lastReadAt + interval : null, pause: undefined }
}
