import { type AccountNotices, useAccountNotices } from '#web/accounts/account-notices.ts'
import type { AccountsState } from '#web/accounts/account-sessions.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { StorageBanner, type StorageNews } from '#web/accounts/storage-banner.tsx'

/** Shows the most urgent notice about what this browser keeps, until it is dismissed. */
export function StorageNotice() {
  const state = useAccountsState(useAccounts())
  const notices = useAccountNotices()
  const what = mostUrgent(notices, state)
  return what !== null && <StorageBanner what={what} />
}

function mostUrgent(notices: AccountNotices, state: AccountsState): StorageNews | null {
  if (notices.mayHaveLeftSubmissions) return 'remains'
  if (state.account !== null && !state.isKept && !notices.isNotKeptDismissed) return 'not-kept'
  if (notices.isNotOnDevice) return 'not-on-device'
  return notices.forgotten === state ? 'forgotten' : null
}
