import { createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import { type AccountChange, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import { type AccountSummary, summaryOf } from '#web/accounts/account-summary.ts'
import type { AccountSignals } from '#web/accounts/account-signals.ts'
import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import type { LockClock, LockReason } from '#web/accounts/lock/lock-clock.ts'
import { createTabLock } from '#web/accounts/lock/tab-lock.ts'
import {
  type NewAccount,
  type OpenedVault,
  withConnected,
  without,
  withReplaced,
  withVault,
} from '#web/accounts/open-accounts.ts'
import { randomId } from '#web/api/random-id.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'

/** The active account. Its key is in the session only, for requests. */
export interface Account extends AccountSummary {
  readonly session: ApiSession
}

/** The accounts of this tab at one moment. */
export interface AccountsState {
  /** the active one; null: none is open, or they are locked */
  readonly account: Account | null
  /** all that are open in this tab, in the order in which they were added */
  readonly accounts: readonly AccountSummary[]
  /** why the accounts are locked; null: they are not */
  readonly locked: LockReason | null
  /** whether the lock removed keys that only this tab kept */
  readonly hasForgotten: boolean
  /** whether the accounts survive a reload of this tab */
  readonly isKept: boolean
  /** profile id of the account whose key was replaced by the active one's */
  readonly replaced: string | null
}

/** Changes the accounts of this tab. One account is active at a time, in a session of its own. */
export interface AccountSessions {
  /** What components see of the accounts. */
  readonly state: ReadonlyAtom<AccountsState>
  /** The active account, or null. The same object until it changes. */
  readonly current: () => Account | null
  /** The accounts with their keys, and the key of the vault; for code that stores them on this device. */
  readonly tabAccounts: () => TabAccounts | null
  /** Adds an account, or finds the one that has this key, and makes it active. */
  readonly connect: (account: NewAccount) => void
  /** Replaces an account by another one. Nothing that was read with the old key stays. */
  readonly replace: (profileId: string, next: StoredAccount) => void
  /** Makes another open account active. */
  readonly switchTo: (profileId: string) => void
  readonly change: (profileId: string, change: AccountChange) => void
  /**
   * Takes over the accounts of the vault after it was opened or changed.
   *
   * @param preferred profile id of the account to make active
   */
  readonly adopt: (vault: OpenedVault, preferred?: string) => void
  /** Whether the vault has changed since this tab opened it. */
  readonly isVaultStale: () => boolean
  /** Removes an account and its key from this tab and from every tab that has it under the same id. */
  readonly signOut: (profileId: string) => void
  /** Locks the accounts in every tab: removes keys that only tabs keep, and closes the vault. */
  readonly lock: (reason: LockReason) => void
  /** Locks this tab only. */
  readonly lockTab: (reason: LockReason) => void
  /** Locks the accounts if that is due. @returns whether they are locked now */
  readonly lockIfDue: () => boolean
  /** Removes every account from the storages of this browser and from every tab. */
  readonly forgetAll: () => void
}

/** What the accounts of a tab depend on. */
export interface AccountSessionsOptions {
  storage: KeyStorage
  clock: LockClock
  signals: AccountSignals
  /** milliseconds since the epoch */
  now?: () => number
}

const NO_ACCOUNTS: AccountsState = {
  account: null,
  accounts: [],
  locked: null,
  hasForgotten: false,
  isKept: true,
  replaced: null,
}

/**
 * Opens the accounts of this tab. After a reload the kept accounts are open again at once, unless they must be
 * locked.
 */
export function openAccountSessions({
  storage,
  clock,
  signals,
  now = () => Date.now(),
}: AccountSessionsOptions): AccountSessions {
  const tab = createTab(storage)

  /** Starts the time to a lock, as a key or a passphrase is entered. */
  function noteOpened() {
    clock.noteOpened(now())
    return { now: now(), isTimed: clock.isKept() }
  }

  const locking = createTabLock(tab, { storage, clock, signals, now })
  locking.restore()
  signals.listen((signal) => {
    if (signal.kind === 'lock') locking.lockTab(locking.dueReason() ?? 'asked')
    else if (signal.kind === 'sign-out') tab.remove(signal.profileId)
    else tab.close(null)
  })

  return {
    state: tab.state,
    current: () => tab.state.get().account,
    tabAccounts: tab.accounts,
    connect(account) {
      const before = tab.accounts()?.atWork
      const added = { ...noteOpened(), profileId: randomId() }
      tab.change(withConnected(tab.accounts(), account, added))
      // The same account goes on in its session, so what it has read is only refreshed.
      const active = tab.state.get().account
      if (active !== null && before === active.profileId) refreshVideoTasks(active.session)
    },
    replace(profileId, next) {
      const accounts = tab.accounts()
      if (accounts === null) return
      storage.moveLeftovers(profileId, next.profileId)
      tab.change(withReplaced(accounts, profileId, next), profileId)
    },
    switchTo(profileId) {
      const open = tab.accounts()
      if (open === null || open.atWork === profileId) return
      if (!open.accounts.some((one) => one.profileId === profileId)) return
      const accounts = withChange(open.accounts, profileId, { usedAt: now() })
      tab.put({ ...open, accounts, atWork: profileId })
    },
    change(profileId, change) {
      const open = tab.accounts()
      if (open !== null) {
        tab.put({ ...open, accounts: withChange(open.accounts, profileId, change) })
      }
    },
    adopt(vault, preferred) {
      const open = tab.accounts()
      const active = preferred ?? open?.atWork ?? storage.left()
      const { now: openedAt, isTimed } = open === null ? noteOpened() : { now: 0, isTimed: false }
      tab.change(withVault(open ?? { accounts: [], openedAt, isTimed }, vault, active))
    },
    isVaultStale: locking.isVaultStale,
    signOut(profileId) {
      tab.remove(profileId)
      signals.post({ kind: 'sign-out', profileId })
    },
    lock: locking.lock,
    lockTab: locking.lockTab,
    lockIfDue: locking.lockIfDue,
    forgetAll() {
      tab.close(null)
      storage.clearDevice()
      signals.post({ kind: 'forget-all' })
    },
  }
}

/** The accounts of one tab: keeps them in its storage, holds the session, and says what components see. */
function createTab(storage: KeyStorage) {
  let accounts = storage.load() ?? null
  const state = createAtom(NO_ACCOUNTS)

  /** Keeps and shows the accounts. */
  function put(next: TabAccounts, replaced: string | null = state.get().replaced) {
    accounts = next
    const isKept = storage.keep(next)
    const active = next.accounts.find(({ profileId }) => profileId === next.atWork)
    if (active === undefined) throw new Error('the active account is not among those open')
    state.set({
      account: { ...summaryOf(active), session: sessionFor(active, state.get().account) },
      accounts: next.accounts.map(summaryOf),
      locked: null,
      hasForgotten: false,
      isKept,
      replaced,
    })
  }

  /** Like `put`; also removes what the tab holds for accounts that are gone. @param next null: none is left */
  function change(next: TabAccounts | null, replaced?: string) {
    for (const { profileId, apiKey } of accounts?.accounts ?? []) {
      if (next?.accounts.some((one) => one.profileId === profileId) === true) continue
      // The vault may know the same key under another id.
      const heir = next?.accounts.find((one) => one.apiKey === apiKey)
      if (heir === undefined) storage.removeLeftovers(profileId)
      else storage.moveLeftovers(profileId, heir.profileId)
    }
    if (next === null) close(null)
    else put(next, replaced)
  }

  /** Closes all accounts. @param reason of a lock; null: remove everything about accounts from the tab */
  function close(reason: LockReason | null) {
    const { account } = state.get()
    const ofTab = accounts?.accounts.filter(({ keep }) => keep === 'tab') ?? []
    if (reason === null) storage.clearTab()
    else if (accounts !== null) {
      for (const { profileId } of ofTab) storage.removeLeftovers(profileId)
      storage.lock(accounts.atWork)
    }
    accounts = null
    account?.session.end()
    const hasForgotten = reason !== null && ofTab.length > 0
    state.set({ ...NO_ACCOUNTS, locked: reason, hasForgotten })
  }

  /** Removes an account. A locked tab may still hold a draft of it. */
  function remove(profileId: string) {
    if (accounts?.accounts.some((one) => one.profileId === profileId) === true) {
      change(without(accounts, profileId))
    } else storage.removeLeftovers(profileId)
  }

  return { state, accounts: () => accounts, put, change, close, remove }
}

/** Keeps the session of before if id, key and read-only mark are the same. Otherwise ends it and starts another one. */
function sessionFor(
  { profileId, apiKey, isReadOnly }: StoredAccount,
  before: Account | null,
): ApiSession {
  const isSame =
    before?.profileId === profileId &&
    before.session.apiKey === apiKey &&
    before.isReadOnly === isReadOnly
  if (isSame) return before.session
  before?.session.end()
  return startSession(profileId, apiKey, isReadOnly)
}
