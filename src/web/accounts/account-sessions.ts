import { createAtom, shallow } from '@tanstack/react-store'

import {
  type AccountChange,
  type AccountSummary,
  type StoredAccount,
  summaryOf,
} from '#web/accounts/account-record.ts'
import type { AccountSignals } from '#web/accounts/account-signals.ts'
import {
  type AccountEvent,
  type AccountState,
  accountState,
  type NewAccount,
  NO_ACCOUNTS,
  type OpenedVault,
} from '#web/accounts/account-state.ts'
import type { KeyStorage, TabAccounts } from '#web/accounts/key-storage.ts'
import {
  dueLock,
  hasOldVault,
  type LockClock,
  type LockReason,
  reasonNotToOpen,
} from '#web/accounts/lock/lock-clock.ts'
import { randomId } from '#web/api/random-id.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'
import { setSessionMarks } from '#web/task-list/session-marks.ts'

/** The active account. Its key is in the session only, for requests. */
export interface Account extends AccountSummary {
  readonly session: ApiSession
}

/** What components see of the accounts of this tab. */
export interface ShownAccounts extends Omit<AccountState, 'open'> {
  /** the active one; null: none is open, or they are locked */
  readonly account: Account | null
  /** all that are open in this tab, in the order in which they were added */
  readonly accounts: readonly AccountSummary[]
  /** whether the accounts survive a reload of this tab */
  readonly isKept: boolean
}

/** Changes the accounts of this tab. One account is active at a time, in a session of its own. */
export type AccountSessions = ReturnType<typeof openAccountSessions>

/**
 * Opens the accounts of this tab. After a reload the kept accounts are open again at once, unless they must be
 * locked.
 */
export function openAccountSessions({
  storage,
  clock,
  signals,
  now = () => Date.now(),
}: {
  storage: KeyStorage
  clock: LockClock
  signals: AccountSignals
  /** milliseconds since the epoch */
  now?: () => number
}) {
  const { shown, open, dispatch, followSignOuts, lend, takeBack } = openTab(storage)
  const lockTab = (reason: LockReason) => dispatch({ kind: 'locked', reason })

  /** Starts the time to a lock, as a key or a passphrase is entered. */
  function noteOpened() {
    clock.noteOpened(now())
    return { now: now(), isTimed: clock.isKept() }
  }

  function lock(reason: LockReason) {
    clock.noteLocked(now())
    lockTab(reason)
    signals.post({ kind: 'lock' })
  }

  function dueReason(): LockReason | null {
    const [accounts, moments] = [open(), clock.moments()]
    if (accounts === null || moments === null) return null
    return dueLock(moments, accounts.openedAt, clock.idleMinutes(), now())
  }

  const kept = open()
  if (kept !== null) {
    const reason = reasonNotToOpen(kept, { storage, clock, now })
    if (clock.moments() === null && reason === null) clock.noteOpened(now())
    if (reason === null) dispatch({ kind: 'restored', open: kept })
    else if (reason === 'emptied') dispatch({ kind: 'forgotten' })
    else lockTab(reason)
  }
  signals.listen((signal) => {
    if (signal.kind === 'lock') lockTab(dueReason() ?? 'asked')
    else if (signal.kind === 'sign-out') dispatch({ ...signal, kind: 'signed-out' })
    else dispatch({ kind: 'forgotten' })
  })

  return {
    /** What components see of the accounts. */
    state: shown,
    /** The active account, or null. The same object until it changes. */
    current: () => shown.get().account,
    /** The accounts with their keys, and the key of the vault; for code that stores them on this device. */
    tabAccounts: open,
    /** An open account with its key. */
    stored: (profileId: string) => open()?.accounts.find((one) => one.profileId === profileId),
    /** Adds an account, or finds the one that has this key, and makes it active. @param profileId see profileIdOf */
    add(account: NewAccount, profileId = randomId()) {
      const before = shown.get().account
      dispatch({ kind: 'connected', account, profileId, opening: noteOpened() })
      // The same account goes on in its session, so what it has read is only refreshed.
      const active = shown.get().account
      if (active !== null && before?.profileId === active.profileId) {
        refreshVideoTasks(active.session)
      }
    },
    /** Replaces an account by another one. Nothing that was read with the old key stays. */
    replace: (profileId: string, next: StoredAccount) =>
      dispatch({ kind: 'replaced', profileId, next }),
    lend,
    takeBack,
    /** Makes another open account active. */
    switchTo: (profileId: string) => dispatch({ kind: 'switched', profileId, now: now() }),
    change: (profileId: string, change: AccountChange) =>
      dispatch({ kind: 'changed', profileId, change }),
    /**
     * Takes over the accounts of the vault after it was opened or changed.
     *
     * @param preferred profile id of the account to make active
     */
    adopt(vault: OpenedVault, preferred = open()?.activeId ?? storage.left()) {
      const opening = open() === null ? noteOpened() : { now: now(), isTimed: clock.isKept() }
      dispatch({ kind: 'vault-opened', vault, preferred, opening })
    },
    /** Whether the vault has changed since this tab opened it. */
    isVaultStale(): boolean {
      const accounts = open()
      return accounts !== null && hasOldVault(accounts, storage)
    },
    /** Removes an account and its key from this tab and from every tab that has it under the same id. */
    signOut(profileId: string) {
      dispatch({ kind: 'signed-out', profileId })
      storage.noteSignedOut(profileId)
      signals.post({ kind: 'sign-out', profileId })
    },
    /** Locks the accounts in every tab: removes keys that only tabs keep, and closes the vault. */
    lock,
    /** Locks this tab only. */
    lockTab,
    /** Locks the accounts if that is due, and follows sign-outs whose signal was missed. @returns whether none is open now */
    lockIfDue(): boolean {
      // Without the times of use, the storage was emptied: treat that as "forget everything".
      if (open() !== null && clock.moments() === null) dispatch({ kind: 'forgotten' })
      const reason = dueReason()
      if (reason === 'asked') lockTab(reason)
      else if (reason !== null) lock(reason)
      followSignOuts()
      return open() === null
    },
    /** Removes every account from the storages of this browser and from every tab. */
    forgetAll() {
      dispatch({ kind: 'forgotten' })
      storage.clearDevice()
      signals.post({ kind: 'forget-all' })
    },
  }
}

/** The accounts of one tab. Storage, session and what components see follow each event. */
function openTab(storage: KeyStorage) {
  let state: AccountState = { ...NO_ACCOUNTS, open: storage.load() ?? null }
  const shown = createAtom(shownOf(NO_ACCOUNTS, null, true), { compare: isShownAlike })
  /** the sessions that read other accounts than the active one */
  const lent = new Set<ApiSession>()

  function dispatch(event: AccountEvent) {
    const before = state
    state = accountState(before, event)
    // A locked tab may still hold a draft of it.
    if (event.kind === 'signed-out') storage.removeLeftovers(event.profileId, true)
    if (state === before && event.kind !== 'forgotten') return
    followLeftovers(storage, event, before.open, state)
    const isKept = keep(before.open)
    const { account } = shown.get()
    const active = state.open?.accounts.find(({ profileId }) => profileId === state.open?.activeId)
    if (active === undefined) account?.session.end()
    const session = active && sessionFor(active, account, lent)
    for (const one of session ? [...lent, session] : lent) {
      const stored = state.open?.accounts.find((known) => isSessionOf(one, known))
      if (stored !== undefined) setSessionMarks(one, stored.marks)
      else if (lent.delete(one)) one.end()
    }
    shown.set(shownOf(state, active && session ? { ...summaryOf(active), session } : null, isKept))
  }

  /** Stores what is open, or that nothing is. @returns whether it survives a reload */
  function keep(before: TabAccounts | null): boolean {
    if (state.open !== null) return storage.keep(state.open)
    if (state.locked === null) storage.clearTab()
    else if (before !== null) storage.lock(before.activeId)
    return true
  }

  /** Leaves accounts that another tab signed out of while this one heard no signal. */
  function followSignOuts() {
    const left = state.open?.accounts.filter((account) => storage.isSignedOut(account))
    for (const { profileId } of left ?? []) dispatch({ kind: 'signed-out', profileId })
  }

  /**
   * Starts a session that reads another open account. It ends when that account is closed or locked. If the account becomes
   * active first, it goes on in this session, with what it has read.
   *
   * @returns undefined: the account is not open, or it is the active one
   */
  function lend(profileId: string): ApiSession | undefined {
    const account = state.open?.accounts.find((one) => one.profileId === profileId)
    if (account === undefined || state.open?.activeId === profileId) return undefined
    const session = startSession(profileId, account.apiKey, account.isReadOnly)
    setSessionMarks(session, account.marks)
    lent.add(session)
    return session
  }

  /** Ends a session that was lent, unless its account has become active. */
  function takeBack(session: ApiSession) {
    if (lent.delete(session)) session.end()
  }

  followSignOuts()
  return { shown, open: () => state.open, dispatch, followSignOuts, lend, takeBack }
}

function shownOf(
  { open, ...rest }: AccountState,
  account: Account | null,
  isKept: boolean,
): ShownAccounts {
  return { ...rest, account, accounts: open?.accounts.map(summaryOf) ?? [], isKept }
}

/** Whether components see no difference. Marks of tasks are in the session. */
function isShownAlike(one: ShownAccounts, other: ShownAccounts): boolean {
  const partsOf = ({ account, accounts, ...rest }: ShownAccounts) => [rest, account, ...accounts]
  const [parts, others] = [partsOf(one), partsOf(other)]
  return parts.length === others.length && parts.every((part, at) => shallow(part, others[at]))
}

/** Moves or removes what the tab holds for accounts that are gone: drafts and choices. */
function followLeftovers(
  storage: KeyStorage,
  event: AccountEvent,
  before: TabAccounts | null,
  { open, locked }: AccountState,
): void {
  if (event.kind === 'replaced') storage.moveLeftovers(event.profileId, event.next.profileId)
  for (const { profileId, apiKey, keep } of before?.accounts ?? []) {
    if (open?.accounts.some((one) => one.profileId === profileId) === true) continue
    // Accounts of the vault find theirs again after unlocking.
    if (locked !== null && keep === 'device') continue
    // The vault may know the same key under another id.
    const heir = open?.accounts.find((one) => one.apiKey === apiKey)
    if (heir === undefined) storage.removeLeftovers(profileId, false)
    else storage.moveLeftovers(profileId, heir.profileId)
  }
}

/**
 * Keeps the previous session if ID, key and read-only mark are the same. Otherwise ends it, and uses a session that already
 * reads this account, or starts one.
 */
function sessionFor(
  account: StoredAccount,
  before: Account | null,
  lent: Set<ApiSession>,
): ApiSession {
  if (before !== null && isSessionOf(before.session, account)) return before.session
  before?.session.end()
  const known = [...lent].find((one) => isSessionOf(one, account))
  if (known !== undefined) lent.delete(known)
  return known ?? startSession(account.profileId, account.apiKey, account.isReadOnly)
}

function isSessionOf(
  session: ApiSession,
  { profileId, apiKey, isReadOnly }: StoredAccount,
): boolean {
  return (
    session.profileId === profileId &&
    session.apiKey === apiKey &&
    session.isReadOnly === isReadOnly
  )
}
