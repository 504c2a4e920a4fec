import type { AccountSessions } from '#web/accounts/account-sessions.ts'
import { VAULT_ENTRY } from '#web/accounts/key-storage.ts'
import { clockWatch, LOCK_ENTRY, type LockClock } from '#web/accounts/lock-clock.ts'

/** How often the clocks are compared while nothing happens, in milliseconds. */
const CHECK_MS = 10_000

/** A pointer that moves is asked about no more often, in milliseconds. */
const USE_MS = 1_000

/** What tells that somebody is here. */
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** What happens when a page comes back from wherever it was; before it is painted again. */
const WAKES = ['visibilitychange', 'pageshow', 'focus', 'resume'] as const

/**
 * Locks the accounts when that is due, for as long as the page is there: by time, on wake, and when
 * another tab has locked them.
 *
 * @param onVaultChange the vault of this device was changed in another tab
 */
export function watchLock(
  sessions: AccountSessions,
  clock: LockClock,
  onVaultChange: () => void,
): void {
  const wasSetBack = clockWatch()
  let usedAt = Number.NEGATIVE_INFINITY

  /** @returns whether the accounts are locked now */
  function check(): boolean {
    const isSetBack = wasSetBack(Date.now(), performance.now())
    if (isSetBack && sessions.current() !== null) sessions.lock('clock')
    return sessions.lockIfDue()
  }

  function noteUse() {
    const now = performance.now()
    if (now - usedAt < USE_MS) return
    usedAt = now
    // What wakes a machine is no use of an account that is to be locked.
    if (!check()) clock.noteUsed(Date.now())
  }

  setInterval(check, CHECK_MS)
  for (const wake of WAKES) addEventListener(wake, check, { capture: true })
  for (const use of USES) addEventListener(use, noteUse, { capture: true, passive: true })
  addEventListener('storage', ({ key }) => {
    if (key === LOCK_ENTRY) check()
    if (key === VAULT_ENTRY) onVaultChange()
  })
}
