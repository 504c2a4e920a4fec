/** Moments that decide whether the accounts are to be locked, of all tabs together; milliseconds since the epoch. */
export interface LockMoments {
  /** somebody did something last */
  readonly usedAt: number
  /** the accounts were locked last; 0: never */
  readonly lockedAt: number
}

/** Why the accounts were locked. */
export type LockReason =
  | 'asked'
  | 'idle'
  | 'absolute'
  | 'clock'
  | 'passphrase-changed'
  /** another tab has changed the vault while this one was away, or it does not open any more */
  | 'vault-changed'

/** After how many minutes without use the accounts can be locked; 0: never. */
export const IDLE_MINUTES = [0, 5, 15, 60] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]
const DEFAULT_IDLE_MINUTES: IdleMinutes = 60

/** However much they are used, a tab's accounts are locked so long after they were opened. */
const ABSOLUTE_MS = 8 * 60 * 60_000

/** A clock is corrected by so much now and then; by more, and backward, it hides how long nobody was here. */
const CORRECTION_MS = 10_000

/** Writing down each movement of a pointer would keep the disk busy. */
const USE_STEP_MS = 5_000

/**
 * Whether the accounts of a tab are to be locked.
 *
 * @param tabOpenedAt when the first key or the passphrase was entered in this tab
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
  if (now < Math.max(moments.usedAt, tabOpenedAt) - CORRECTION_MS) return 'clock'
  if (now - tabOpenedAt >= ABSOLUTE_MS) return 'absolute'
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

/** The moments and the choice, shared by all tabs of this browser; what it does not keep is this page's own. */
export interface LockClock {
  /** null: nothing was opened yet, or the browser's storage was emptied */
  moments(): LockMoments | null
  /** Whether the browser keeps the moments. */
  isKept(): boolean
  noteOpened(now: number): void
  noteUsed(now: number): void
  noteLocked(now: number): void
  idleMinutes(): IdleMinutes
  chooseIdleMinutes(minutes: IdleMinutes): void
}

const USED_ENTRY = 'marquee.used-at'
/** A change of it in another tab comes as a `storage` event. */
export const LOCKED_ENTRY = 'marquee.locked-at'
const IDLE_ENTRY = 'marquee.lock-after'

/** Opens the clock of this browser. Each moment is an entry: two tabs that write do not undo each other. */
export function browserLockClock(): LockClock {
  // What the browser did not take.
  const own = new Map<string, string>()
  const read = (entry: string) => own.get(entry) ?? readEntry(entry)
  function write(entry: string, text: string) {
    if (writeEntry(entry, text)) own.delete(entry)
    else own.set(entry, text)
  }

  function moments(): LockMoments | null {
    const usedAt = Number(read(USED_ENTRY) ?? Number.NaN)
    const lockedAt = Number(read(LOCKED_ENTRY) ?? 0)
    return Number.isFinite(usedAt) ? { usedAt, lockedAt: lockedAt || 0 } : null
  }

  return {
    moments,
    isKept: () => !own.has(USED_ENTRY),
    noteOpened(now) {
      write(USED_ENTRY, String(now))
      // What was locked later than now was so by a clock that has been set back since.
      const lockedAt = moments()?.lockedAt ?? 0
      if (lockedAt > now) write(LOCKED_ENTRY, String(now))
    },
    noteUsed(now) {
      const usedAt = moments()?.usedAt ?? Number.POSITIVE_INFINITY
      if (now - usedAt >= USE_STEP_MS) write(USED_ENTRY, String(now))
    },
    noteLocked(now) {
      write(LOCKED_ENTRY, String(now))
    },
    idleMinutes() {
      const kept = read(IDLE_ENTRY)
      return IDLE_MINUTES.find((minutes) => String(minutes) === kept) ?? DEFAULT_IDLE_MINUTES
    },
    chooseIdleMinutes(minutes) {
      write(IDLE_ENTRY, String(minutes))
    },
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
