import { useSelector } from '@tanstack/react-store'
import { createContext, use, useSyncExternalStore } from 'react'

import type { Account, AccountSessions, ShownAccounts } from '#web/accounts/account-sessions.ts'
import type { KeyStorage } from '#web/accounts/key-storage.ts'
import type { LockClock } from '#web/accounts/lock/lock-clock.ts'

/** Everything about the accounts of this tab and this browser. */
export interface AccountServices {
  readonly sessions: AccountSessions
  readonly storage: KeyStorage
  readonly clock: LockClock
}

/** Gives the components below it the accounts. */
export const AccountsContext = createContext<AccountServices | null>(null)

/** The accounts of this tab and browser. Throws outside of an AccountsContext. */
export function useAccounts(): AccountServices {
  const services = use(AccountsContext)
  if (services === null) throw new Error('useAccounts: no AccountsContext above this component')
  return services
}

/** The state of the accounts of this tab. */
export function useShownAccounts({ sessions }: Pick<AccountServices, 'sessions'>): ShownAccounts {
  return useSelector(sessions.state)
}

/** The active account, or null. */
export function useAccount(): Account | null {
  return useSelector(useAccounts().sessions.state, ({ account }) => account)
}

/** Whether a creation with this account's key is on its way. Its answer says what it cost, so wait for it. */
export function isCreating(account: Account | null): boolean {
  return account !== null && account.session.queryClient.isMutating() > 0
}

/** A value from the storage that all tabs share. Renders again when another tab changes it. */
export function useStored<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribeToStorage, read)
}

function subscribeToStorage(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => {
    removeEventListener('storage', onChange)
  }
}
