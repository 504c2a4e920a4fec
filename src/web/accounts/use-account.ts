import { useSyncExternalStore } from 'react'

import type { Account, AccountSessions } from '#web/accounts/account-sessions.ts'

/** The account at work, or null; renders again when it changes. */
export function useAccount(sessions: AccountSessions): Account | null {
  return useSyncExternalStore(sessions.subscribe, sessions.current)
}
