import { type AccountChange, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import { type AccountSummary, summaryOf } from '#web/accounts/account-summary.ts'
import type { AccountSignals } from '#web/accounts/account-signals.ts'
import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import { dueLock, type LockClock, type LockReason } from '#web/accounts/lock/lock-clock.ts'
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

/** The account at work. The key itself is in the session, for requests only. */
export interface Account extends AccountSummary {
  readonly session: ApiSession
}

/** The accounts of this tab at one moment. */
export interface AccountsState {
  /** null: none is open, or they are locked */
  readonly account: Account | null
  /** all that are open in this tab, in the order in which they were added */
  readonly accounts: readonly AccountSummary[]
  /** why they were locked; null: they were not */
  readonly locked: LockReason | null
  /** keys that were kept in this tab only went with the lock */
  readonly hasForgotten: boolean
  /** whether a reload of this tab keeps them */
  readonly isKept: boolean
  /** profile id of the account whose key the one at work has taken the place of */
  readonly replaced: string | null
}

/** The accounts of this tab: one of them at work, in a session of its own. */
export interface AccountSessions {
  /** The same object until something changes. */
  readonly state: () => AccountsState
  /** The account at work, or null. The same object until it changes. */
  readonly current: () => Account | null
  /** The accounts with their keys, and what opens the vault: for what keeps them on this device. */
  readonly open: () => TabAccounts | null
  /** Puts a key to work and ends the session before; see withConnected. */
  readonly connect: (account: NewAccount) => void
  /** Another account in the place of one, which is gone: nothing that was read with it stays. */
  readonly replace: (profileId: string, next: StoredAccount) => void
  /** Puts another open account to work. */
  readonly switchTo: (profileId: string) => void
  readonly change: (profileId: string, change: AccountChange) => void
  /** Takes over what the vault of this device holds, as it was opened or changed. */
  readonly adopt: (vault: OpenedVault, atWork?: string) => void
  /** Whether the vault is another one than this tab has open. */
  readonly isVaultStale: () => boolean
  /** Ends an account in this tab and forgets its key; so do tabs that have it under the same id. */
  readonly signOut: (profileId: string) => void
  /** Locks the accounts in every tab: keys of tabs are forgotten, the vault is closed. */
  readonly lock: (reason: LockReason) => void
  /** Locks this tab alone. */
  readonly lockTab: (reason: LockReason) => void
  /** Locks them where that is due. @returns whether they are locked now */
  readonly lockIfDue: () => boolean
  /** Leaves nothing of any account in the storages of this browser, in every tab. */
  readonly forgetAll: () => void
  /** Calls back after each change; returns how to stop that. */
  readonly subscribe: (onChange: () => void) => () => void
}

/** What the accounts of a tab are made of. */
export interface AccountSessionsOptions {
  storage: KeyStorage
  clock: LockClock
  signals: AccountSignals
  /** milliseconds since the epoch */
  now?: () => number
}

const NOBODY: AccountsState = {
  account: null,
  accounts: [],
  locked: null,
  hasForgotten: false,
  isKept: true,
  replaced: null,
}

/** Opens the accounts of this tab; those kept from before a reload are at work at once, unless they are to be locked. */
export function openAccountSessions({
  storage,
  clock,
  signals,
  now = () => Date.now(),
}: AccountSessionsOptions): AccountSessions {
  const listeners = new Set<() => void>()
  let tab = storage.load() ?? null
  let state = NOBODY

  function show(next: AccountsState) {
    state = next
    for (const listener of listeners) listener()
  }

  /** Keeps the accounts of the tab and shows them; a session goes on where key and mark are the same. */
  function put(next: TabAccounts, replaced: string | null = state.replaced) {
    const before = state.account
    tab = next
    const isKept = storage.keep(next)
    const stored = next.accounts.find(({ profileId }) => profileId === next.atWork)
    if (stored === undefined) throw new Error('the account at work is not among those open')
    const { apiKey, isReadOnly, profileId } = stored
    const isSame =
      before?.profileId === profileId &&
      before.session.apiKey === apiKey &&
      before.isReadOnly === isReadOnly
    if (!isSame) before?.session.end()
    const session = isSame ? before.session : startSession(profileId, apiKey, isReadOnly)
    show({
      account: { ...summaryOf(stored), session },
      accounts: next.accounts.map(summaryOf),
      locked: null,
      hasForgotten: false,
      isKept,
      replaced,
    })
  }

  /** Puts other accounts in the place of those that are open; what the tab holds of those gone goes with them. */
  function change(next: TabAccounts | null, replaced?: string) {
    const stays = new Set(next?.accounts.map(({ profileId }) => profileId))
    for (const { profileId, apiKey } of tab?.accounts ?? []) {
      if (stays.has(profileId)) continue
      // The same key under another id, as the vault knows it.
      const heir = next?.accounts.find((one) => one.apiKey === apiKey)
      if (heir === undefined) storage.removeLeftovers(profileId)
      else storage.moveLeftovers(profileId, heir.profileId)
    }
    if (next === null) close(null)
    else put(next, replaced)
  }

  /** Nothing is open any more. @param reason null: nothing of the accounts is to be left in the tab */
  function close(reason: LockReason | null) {
    const session = state.account?.session
    const hasForgotten =
      reason !== null && tab?.accounts.some(({ keep }) => keep === 'tab') === true
    if (reason === null) storage.clearTab()
    else if (tab !== null) {
      for (const { keep, profileId } of tab.accounts) {
        if (keep === 'tab') storage.removeLeftovers(profileId)
      }
      storage.lock(tab.atWork)
    }
    tab = null
    session?.end()
    show({ ...NOBODY, locked: reason, hasForgotten })
  }

  function lockHere(reason: LockReason) {
    if (tab !== null) close(reason)
  }

  function lock(reason: LockReason) {
    clock.noteLocked(now())
    lockHere(reason)
    signals.post({ kind: 'lock' })
  }

  function reasonToLock(): LockReason | null {
    const moments = clock.moments()
    if (tab === null || moments === null) return null
    return dueLock(moments, tab.openedAt, clock.idleMinutes(), now())
  }

  /** A key or a passphrase is entered. */
  function fresh() {
    clock.noteOpened(now())
    return { now: now(), isTimed: clock.isKept() }
  }

  function signOut(profileId: string) {
    if (tab?.accounts.some((one) => one.profileId === profileId) === true) {
      change(without(tab, profileId))
    } else storage.removeLeftovers(profileId)
  }

  function isVaultStale(): boolean {
    return tab !== null && tab.vaultKey !== null && tab.vaultMark !== storage.vaultMark()
  }

  /** What another tab has done while this one was away, or closed. */
  function boot(kept: TabAccounts) {
    // Nobody has been timed here: this browser keeps no such moments.
    if (clock.moments() === null && !kept.isTimed) clock.noteOpened(now())
    if (clock.moments() === null) {
      close(null)
      return
    }
    const reason = reasonToLock() ?? (isVaultStale() ? 'vault-changed' : null)
    if (reason === null) put(kept)
    else lockHere(reason)
  }

  if (tab !== null) boot(tab)
  signals.listen((signal) => {
    if (signal.kind === 'lock') lockHere(reasonToLock() ?? 'asked')
    else if (signal.kind === 'sign-out') signOut(signal.profileId)
    else close(null)
  })

  return {
    state: () => state,
    current: () => state.account,
    open: () => tab,
    connect(account) {
      const before = tab?.atWork
      change(withConnected(tab, account, { ...fresh(), profileId: randomId() }))
      // The same account: what was read and sent under it stays known.
      if (state.account !== null && before === state.account.profileId) {
        refreshVideoTasks(state.account.session)
      }
    },
    replace(profileId, next) {
      if (tab === null) return
      storage.moveLeftovers(profileId, next.profileId)
      change(withReplaced(tab, profileId, next), profileId)
    },
    switchTo(profileId) {
      if (tab === null || tab.atWork === profileId) return
      if (!tab.accounts.some((one) => one.profileId === profileId)) return
      const accounts = withChange(tab.accounts, profileId, { usedAt: now() })
      put({ ...tab, accounts, atWork: profileId })
    },
    change(profileId, next) {
      if (tab !== null) put({ ...tab, accounts: withChange(tab.accounts, profileId, next) })
    },
    adopt(vault, atWork) {
      const preferred = atWork ?? tab?.atWork ?? storage.left()
      const { now: openedAt, isTimed } = tab === null ? fresh() : { now: 0, isTimed: false }
      change(withVault(tab ?? { accounts: [], openedAt, isTimed }, vault, preferred))
    },
    isVaultStale,
    signOut(profileId) {
      signOut(profileId)
      signals.post({ kind: 'sign-out', profileId })
    },
    lock,
    lockTab: lockHere,
    lockIfDue() {
      // Whoever has emptied the storages has forgotten everything.
      if (tab !== null && clock.moments() === null) close(null)
      const reason = reasonToLock()
      if (reason === 'asked') lockHere(reason)
      else if (reason !== null) lock(reason)
      return tab === null
    },
    forgetAll() {
      close(null)
      storage.clearDevice()
      signals.post({ kind: 'forget-all' })
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
