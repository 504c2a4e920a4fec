import {
  type AccountChange,
  lastUsed,
  type StoredAccount,
  withChange,
} from '#web/accounts/account-record.ts'
import { type AccountSummary, summaryOf } from '#web/accounts/account-summary.ts'
import type { AccountSignal, AccountSignals } from '#web/accounts/account-signals.ts'
import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import { dueLock, type LockClock, type LockReason } from '#web/accounts/lock-clock.ts'
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
  /** whether a reload of this tab keeps them */
  readonly isKept: boolean
  /** profile id of the account whose key the one at work has taken the place of */
  readonly replaced: string | null
}

/** A key that is put to work. */
export type NewAccount = Pick<StoredAccount, 'name' | 'apiKey' | 'isReadOnly'>

/** The accounts of this tab: one of them at work, in a session of its own. */
export interface AccountSessions {
  /** The same object until something changes. */
  readonly state: () => AccountsState
  /** The account at work, or null. The same object until it changes. */
  readonly current: () => Account | null
  /** The accounts with their keys, and what opens the vault: for what keeps them on this device. */
  readonly open: () => TabAccounts | null
  /**
   * Puts an account to work and ends the session before, with all that was read in it. A key that is
   * open already is no other account: it takes the new name.
   */
  readonly connect: (account: NewAccount) => void
  /** Another key in place of the one at work, which is gone. It is another account: nothing read stays. */
  readonly replace: (name: string, apiKey: string) => void
  /** Puts another open account to work. */
  readonly switchTo: (profileId: string) => void
  readonly change: (profileId: string, change: AccountChange) => void
  /**
   * Opens what the vault of this device holds, as its passphrase was entered.
   *
   * @param atWork profile id; left out: the account that was at work before
   */
  readonly unlock: (
    deviceAccounts: readonly StoredAccount[],
    vaultKey: string,
    atWork?: string,
  ) => void
  /** Takes over a change of the open vault: what is new there is open here, what is gone there is gone here. */
  readonly adopt: (deviceAccounts: readonly StoredAccount[], vaultKey: string) => void
  /** Ends an account and forgets its key, in every tab that has it. */
  readonly signOut: (profileId: string) => void
  /** Locks the accounts in every tab: keys of tabs are forgotten, the vault is closed. */
  readonly lock: (reason: LockReason) => void
  /** Locks this tab alone: its vault has another passphrase by now. */
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
      isKept,
      replaced,
    })
  }

  /** Opens the accounts of the vault beside those of the tab. */
  function putDevice(
    deviceAccounts: readonly StoredAccount[],
    vaultKey: string,
    preferred: string | null,
    openedAt: number,
  ) {
    const device = deviceAccounts.map((one) => ({ ...one, keep: 'device' as const }))
    const keys = new Set(device.map(({ apiKey }) => apiKey))
    const own = (tab?.accounts ?? []).filter(
      ({ keep, apiKey }) => keep === 'tab' && !keys.has(apiKey),
    )
    const accounts = [...own, ...device]
    const stays = new Set(accounts.map(({ profileId }) => profileId))
    const before = tab?.accounts ?? []
    storage.removeLeftovers(before.map(({ profileId }) => profileId).filter((id) => !stays.has(id)))
    const next = accounts.find(({ profileId }) => profileId === preferred) ?? lastUsed(accounts)
    if (next === undefined) close(null)
    else put({ accounts, vaultKey, atWork: next.profileId, openedAt })
  }

  /** Takes an account away; the one used last goes on, if there is one. */
  function remove(profileId: string) {
    if (tab === null) return
    const accounts = tab.accounts.filter((one) => one.profileId !== profileId)
    if (accounts.length === tab.accounts.length) return
    storage.removeLeftovers([profileId])
    const { atWork } = tab
    const next = accounts.find((one) => one.profileId === atWork) ?? lastUsed(accounts)
    if (next === undefined) close(null)
    else put({ ...tab, accounts, atWork: next.profileId })
  }

  /** Nothing is open any more. */
  function close(reason: LockReason | null) {
    const session = state.account?.session
    if (reason === null) storage.clearTab()
    else if (tab !== null) {
      storage.removeLeftovers(
        tab.accounts.filter(({ keep }) => keep === 'tab').map(({ profileId }) => profileId),
      )
      storage.lock(tab.atWork)
    }
    tab = null
    session?.end()
    show({ ...NOBODY, locked: reason })
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

  function noteOpened(): number {
    const openedAt = now()
    clock.noteOpened(openedAt)
    return openedAt
  }

  function hear(signal: AccountSignal) {
    if (signal.kind === 'lock') lockHere(reasonToLock() ?? 'asked')
    else if (signal.kind === 'sign-out') remove(signal.profileId)
    else close(null)
  }

  if (tab !== null) {
    if (clock.moments() === null) clock.noteOpened(now())
    const reason = reasonToLock()
    if (reason === null) put(tab)
    else lockHere(reason)
  }
  signals.listen(hear)

  return {
    state: () => state,
    current: () => state.account,
    open: () => tab,
    connect(account) {
      const openedAt = noteOpened()
      const known = tab?.accounts.find(({ apiKey }) => apiKey === account.apiKey)
      const profileId = known?.profileId ?? randomId()
      const added: StoredAccount = {
        keep: 'tab',
        ...known,
        ...account,
        profileId,
        usedAt: openedAt,
      }
      const others = tab?.accounts ?? []
      const accounts =
        known === undefined ? [...others, added] : withChange(others, profileId, added)
      const isAtWork = tab?.atWork === profileId
      put({ vaultKey: null, ...tab, accounts, atWork: profileId, openedAt })
      // The same account: what was read and sent under it stays known.
      if (isAtWork && state.account !== null) refreshVideoTasks(state.account.session)
    },
    replace(name, apiKey) {
      if (tab === null) return
      const openedAt = noteOpened()
      const { atWork, accounts } = tab
      const profileId = randomId()
      const change = { profileId, name, apiKey, usedAt: openedAt }
      const replaced = accounts
        .filter((one) => one.profileId === atWork || one.apiKey !== apiKey)
        .map((one) => (one.profileId === atWork ? { ...one, ...change } : one))
      storage.moveLeftovers(atWork, profileId)
      put({ ...tab, accounts: replaced, atWork: profileId, openedAt }, atWork)
    },
    switchTo(profileId) {
      if (tab === null || tab.atWork === profileId) return
      if (!tab.accounts.some((one) => one.profileId === profileId)) return
      const accounts = withChange(tab.accounts, profileId, { usedAt: now() })
      put({ ...tab, accounts, atWork: profileId })
    },
    change(profileId, change) {
      if (tab !== null) put({ ...tab, accounts: withChange(tab.accounts, profileId, change) })
    },
    unlock(deviceAccounts, vaultKey, atWork) {
      const openedAt = noteOpened()
      const preferred = atWork ?? tab?.atWork ?? storage.left()
      putDevice(deviceAccounts, vaultKey, preferred, openedAt)
    },
    adopt(deviceAccounts, vaultKey) {
      if (tab !== null) putDevice(deviceAccounts, vaultKey, tab.atWork, tab.openedAt)
    },
    signOut(profileId) {
      remove(profileId)
      signals.post({ kind: 'sign-out', profileId })
    },
    lock,
    lockTab: lockHere,
    lockIfDue() {
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
