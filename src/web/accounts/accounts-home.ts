import { createContext, use, useSyncExternalStore } from 'react'

import type { Account, AccountSessions, AccountsState } from '#web/accounts/account-sessions.ts'
import type { KeyStorage } from '#web/accounts/key-storage.ts'
import type { LockClock } from '#web/accounts/lock/lock-clock.ts'

/** Everything about the accounts of this tab and this browser. */
export interface AccountsHome {
  readonly sessions: AccountSessions
  readonly storage: KeyStorage
  readonly clock: LockClock
}

/** Gives the components below it the accounts. */
export const AccountsContext = createContext<AccountsHome | null>(null)

/** The accounts that a component stands under. Throws outside of them: that is a defect of ours. */
export function useAccounts(): AccountsHome {
  const home = use(AccountsContext)
  if (home === null) throw new Error('useAccounts: no AccountsContext above this component')
  return home
}

/** The accounts of this tab; renders again when they change. */
export function useAccountsState({ sessions }: Pick<AccountsHome, 'sessions'>): AccountsState {
  return useSyncExternalStore(sessions.subscribe, sessions.state)
}

/** A value that the tabs share through the browser's storage; renders again when another one changes it. */
export function useStored<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribeToStorage, read)
}

function subscribeToStorage(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => {
    removeEventListener('storage', onChange)
  }
}

/** The account at work, or null; renders again when it changes. */
export function useAccount(sessions: AccountSessions): Account | null {
  return useSyncExternalStore(sessions.subscribe, sessions.current)
}
