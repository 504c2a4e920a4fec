import { isRecord } from '#contract/record.ts'

/** Moments that decide whether the accounts are to be locked, of all tabs together; milliseconds since the epoch. */
export interface LockMoments {
  /** a key or a passphrase was entered last */
  readonly openedAt: number
  /** somebody did something last */
  readonly usedAt: number
  /** the accounts were locked last */
  readonly lockedAt: number
}

/** Why the accounts were locked. */
export type LockReason = 'asked' | 'idle' | 'absolute' | 'clock' | 'passphrase-changed'

/** After how many minutes without use the accounts can be locked; 0: never. */
export const IDLE_MINUTES = [0, 5, 15, 60] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]
const DEFAULT_IDLE_MINUTES: IdleMinutes = 60

/** However much they are used, they are locked so long after a key or a passphrase was entered. */
const ABSOLUTE_MS = 8 * 60 * 60_000

/** A clock is corrected by so much now and then; by more, and backward, it hides how long nobody was here. */
const CORRECTION_MS = 10_000

/** Writing down each movement of a pointer would keep the disk busy. */
const USE_STEP_MS = 5_000

/**
 * Whether the accounts of a tab are to be locked.
 *
 * @param tabOpenedAt when a key or a passphrase was last entered in this tab
 * @param idleMinutes 0: not for being idle
 * @param now milliseconds since the epoch
 * @returns the reason, or null
 */
export function dueLock(
  moments: LockMoments,
  tabOpenedAt: number,
  idleMinutes: IdleMinutes,
  now: number,
): LockReason | null {
  if (now < Math.max(moments.usedAt, moments.openedAt, tabOpenedAt) - CORRECTION_MS) return 'clock'
  if (now - moments.openedAt >= ABSOLUTE_MS) return 'absolute'
  if (idleMinutes > 0 && now - moments.usedAt >= idleMinutes * 60_000) return 'idle'
  // A tab that was frozen has not heard of it.
  return moments.lockedAt > tabOpenedAt ? 'asked' : null
}

/** Tells from two clocks whether the one on the wall was set back since the last call. */
export function clockWatch(): (now: number, monotonic: number) => boolean {
  let last: { now: number; monotonic: number } | undefined
  return (now, monotonic) => {
    const before = last
    last = { now, monotonic }
    return before !== undefined && now - before.now < monotonic - before.monotonic - CORRECTION_MS
  }
}

/** The moments and the choice, shared by all tabs of this browser; without storage, this page's own. */
export interface LockClock {
  /** null: nothing was opened yet, or the browser's storage was emptied */
  moments(): LockMoments | null
  noteOpened(now: number): void
  noteUsed(now: number): void
  noteLocked(now: number): void
  idleMinutes(): IdleMinutes
  chooseIdleMinutes(minutes: IdleMinutes): void
}

/** A change of it in another tab comes as a `storage` event. */
export const LOCK_ENTRY = 'marquee.lock'
const IDLE_ENTRY = 'marquee.lock-after'

/** Opens the clock of this browser. */
export function browserLockClock(): LockClock {
  // What this page knows and the browser did not keep.
  let own: LockMoments | null = null
  let ownMinutes: string | null = null

  function moments(): LockMoments | null {
    return own ?? readMoments(readEntry(LOCK_ENTRY))
  }
  function write(next: LockMoments) {
    own = writeEntry(LOCK_ENTRY, JSON.stringify(next)) ? null : next
  }

  return {
    moments,
    noteOpened(now) {
      // What was locked later than now was so by a clock that has been set back since.
      write({ openedAt: now, usedAt: now, lockedAt: Math.min(moments()?.lockedAt ?? 0, now) })
    },
    noteUsed(now) {
      const before = moments()
      if (before !== null && now - before.usedAt >= USE_STEP_MS) write({ ...before, usedAt: now })
    },
    noteLocked(now) {
      write({ openedAt: 0, usedAt: now, ...moments(), lockedAt: now })
    },
    idleMinutes() {
      const kept = ownMinutes ?? readEntry(IDLE_ENTRY)
      return IDLE_MINUTES.find((minutes) => String(minutes) === kept) ?? DEFAULT_IDLE_MINUTES
    },
    chooseIdleMinutes(minutes) {
      const text = String(minutes)
      ownMinutes = writeEntry(IDLE_ENTRY, text) ? null : text
    },
  }
}

function readMoments(text: string | null): LockMoments | null {
  try {
    const kept: unknown = text === null ? null : JSON.parse(text)
    if (!isRecord(kept)) return null
    const { openedAt, usedAt, lockedAt } = kept
    const isWhole = [openedAt, usedAt, lockedAt].every(Number.isFinite)
    return isWhole
      ? { openedAt: Number(openedAt), usedAt: Number(usedAt), lockedAt: Number(lockedAt) }
      : null
  } catch {
    return null
  }
}

function readEntry(entry: string): string | null {
  try {
    return localStorage.getItem(entry)
  } catch {
    return null
  }
}

/** @returns false where the browser refuses, or its storage is full */
function writeEntry(entry: string, text: string): boolean {
  try {
    localStorage.setItem(entry, text)
    return true
  } catch {
    return false
  }
}
