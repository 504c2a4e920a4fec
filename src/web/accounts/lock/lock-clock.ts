import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/** The times that decide whether the accounts must be locked, shared by all tabs; milliseconds since the epoch. */
export interface LockMoments {
  /** when the app was last used */
  readonly usedAt: number
  /** when the accounts were last locked; 0: never */
  readonly lockedAt: number
}

/** Why the accounts were locked. */
export type LockReason =
  | 'asked'
  | 'idle'
  | 'absolute'
  | 'clock'
  | 'passphrase-changed'
  /** another tab changed the vault while this one was inactive, or the vault no longer opens */
  | 'vault-changed'

/** After how many minutes without use the accounts can be locked; 0: never. */
export const IDLE_MINUTES = [0, 5, 15, 60] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]
const DEFAULT_IDLE_MINUTES: IdleMinutes = 60

/** A tab's accounts are locked this long after they were opened, even if they are in use. */
const ABSOLUTE_MS = 8 * 60 * 60_000

/** Ignore corrections of the clock up to this size. A larger step back would hide how long the app was idle. */
const CORRECTION_MS = 10_000

/** Store the time of use at most this often: each movement of a pointer would keep the disk busy. */
const USE_STEP_MS = 5_000

/**
 * Decides whether the accounts of a tab must be locked.
 *
 * @param tabOpenedAt when the first key or the passphrase was entered in this tab
 * @param idleMinutes 0: never lock because of idle time
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
  // A frozen tab does not receive the signal of a lock.
  return moments.lockedAt > tabOpenedAt ? 'asked' : null
}

/** Returns a function that tells whether the system clock was set back since its last call. */
export function clockWatch(): (now: number, monotonic: number) => boolean {
  let last: { now: number; monotonic: number } | undefined
  return (now, monotonic) => {
    const before = last
    last = { now, monotonic }
    return before !== undefined && now - before.now < monotonic - before.monotonic - CORRECTION_MS
  }
}

/** The times and the chosen idle time, shared by all tabs. What the browser does not store lasts as long as the page. */
export type LockClock = ReturnType<typeof browserLockClock>

const USED_ENTRY = 'marquee.used-at'
/** Another tab that writes it causes a `storage` event. */
export const LOCKED_ENTRY = 'marquee.locked-at'
export const IDLE_ENTRY = 'marquee.lock-after'

/** The times and the choice that decide about the first request. @param read an entry */
export function keptClock(read: (entry: string) => string | null = readChoice) {
  return {
    /** null: nothing was opened yet, or the storage was emptied */
    moments(): LockMoments | null {
      const usedAt = Number(read(USED_ENTRY) ?? Number.NaN)
      const lockedAt = Number(read(LOCKED_ENTRY) ?? 0)
      return Number.isFinite(usedAt) ? { usedAt, lockedAt: lockedAt || 0 } : null
    },
    idleMinutes(): IdleMinutes {
      const kept = read(IDLE_ENTRY)
      return IDLE_MINUTES.find((minutes) => String(minutes) === kept) ?? DEFAULT_IDLE_MINUTES
    },
  }
}

/** Opens the clock of this browser. Each time has its own entry, so that tabs do not overwrite each other's. */
export function browserLockClock() {
  // Values that the browser did not store.
  const own = new Map<string, string>()
  const read = (entry: string) => own.get(entry) ?? readChoice(entry)
  function write(entry: string, text: string) {
    if (writeChoice(entry, text)) own.delete(entry)
    else own.set(entry, text)
  }
  const clock = keptClock(read)
  return {
    ...clock,
    /** Whether the browser stores the times. */
    isKept: () => !own.has(USED_ENTRY),
    noteOpened(now: number) {
      write(USED_ENTRY, String(now))
      // A lock in the future was stored before the clock was set back.
      const lockedAt = clock.moments()?.lockedAt ?? 0
      if (lockedAt > now) write(LOCKED_ENTRY, String(now))
    },
    noteUsed(now: number) {
      const usedAt = clock.moments()?.usedAt ?? Number.POSITIVE_INFINITY
      if (now - usedAt >= USE_STEP_MS) write(USED_ENTRY, String(now))
    },
    noteLocked(now: number) {
      write(LOCKED_ENTRY, String(now))
    },
    /** @returns false if the browser does not keep it */
    chooseIdleMinutes(minutes: IdleMinutes): boolean {
      write(IDLE_ENTRY, String(minutes))
      return !own.has(IDLE_ENTRY)
    },
  }
}

/**
 * Why the accounts that a tab kept over a reload must not be opened.
 *
 * @returns `emptied`: the storage that all tabs share was emptied, which counts as "forget everything"; null: open them
 */
export function reasonNotToOpen(
  kept: TabAccounts,
  {
    storage,
    clock,
    now,
  }: {
    storage: Pick<KeyStorage, 'vaultMark'>
    clock: Pick<LockClock, 'moments' | 'idleMinutes'>
    now: () => number
  },
): LockReason | 'emptied' | null {
  // A browser that refuses storage has no times from before the reload.
  const fresh = kept.isTimed ? null : { usedAt: now(), lockedAt: 0 }
  const moments = clock.moments() ?? fresh
  if (moments === null) return 'emptied'
  const due = dueLock(moments, kept.openedAt, clock.idleMinutes(), now())
  return due ?? (hasOldVault(kept, storage) ? 'vault-changed' : null)
}

/** Whether the vault has changed since the tab opened it. */
export function hasOldVault(
  { vaultKey, vaultMark }: TabAccounts,
  storage: Pick<KeyStorage, 'vaultMark'>,
): boolean {
  return vaultKey !== null && vaultMark !== storage.vaultMark()
}
