import type { AccountSignals } from '#web/accounts/account-signals.ts'
import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import { dueLock, type LockClock, type LockReason } from '#web/accounts/lock/lock-clock.ts'

/** The accounts that are locked. */
interface LockableTab {
  /** null: none is open */
  readonly accounts: () => TabAccounts | null
  readonly put: (accounts: TabAccounts) => void
  /** @param reason null: removes everything about accounts from the tab */
  readonly close: (reason: LockReason | null) => void
}

interface TabLockOptions {
  storage: KeyStorage
  clock: LockClock
  signals: AccountSignals
  now: () => number
}

/** Decides when the accounts of a tab are locked, and locks them. */
export function createTabLock(tab: LockableTab, { storage, clock, signals, now }: TabLockOptions) {
  function lockTab(reason: LockReason) {
    if (tab.accounts() !== null) tab.close(reason)
  }

  function lock(reason: LockReason) {
    clock.noteLocked(now())
    lockTab(reason)
    signals.post({ kind: 'lock' })
  }

  function dueReason(): LockReason | null {
    const [open, moments] = [tab.accounts(), clock.moments()]
    if (open === null || moments === null) return null
    return dueLock(moments, open.openedAt, clock.idleMinutes(), now())
  }

  function isVaultStale(): boolean {
    const open = tab.accounts()
    return open !== null && hasOldVault(open, storage)
  }

  /** Opens the accounts kept from before a reload, or closes them because of what other tabs did meanwhile. */
  function restore() {
    const kept = tab.accounts()
    if (kept === null) return
    const reason = reasonNotToOpen(kept, { storage, clock, now })
    if (clock.moments() === null && reason === null) clock.noteOpened(now())
    if (reason === null) tab.put(kept)
    else if (reason === 'emptied') tab.close(null)
    else lockTab(reason)
  }

  function lockIfDue(): boolean {
    // Without the times of use, the storage was emptied: treat that as "forget everything".
    if (tab.accounts() !== null && clock.moments() === null) tab.close(null)
    const reason = dueReason()
    if (reason === 'asked') lockTab(reason)
    else if (reason !== null) lock(reason)
    return tab.accounts() === null
  }

  return { lock, lockTab, dueReason, isVaultStale, restore, lockIfDue }
}

/**
 * Why the accounts that a tab kept over a reload must not be opened.
 *
 * @returns `emptied`: the storage that all tabs share was emptied, which counts as "forget everything"; null: open them
 */
export function reasonNotToOpen(
  kept: TabAccounts,
  { storage, clock, now }: Pick<TabLockOptions, 'storage' | 'clock' | 'now'>,
): LockReason | 'emptied' | null {
  // A browser that refuses storage has no times from before the reload.
  const fresh = kept.isTimed ? null : { usedAt: now(), lockedAt: 0 }
  const moments = clock.moments() ?? fresh
  if (moments === null) return 'emptied'
  const due = dueLock(moments, kept.openedAt, clock.idleMinutes(), now())
  return due ?? (hasOldVault(kept, storage) ? 'vault-changed' : null)
}

/** Whether the vault has changed since the tab opened it. */
function hasOldVault({ vaultKey, vaultMark }: TabAccounts, storage: KeyStorage): boolean {
  return vaultKey !== null && vaultMark !== storage.vaultMark()
}
