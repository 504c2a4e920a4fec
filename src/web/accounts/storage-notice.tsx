import { Suspense } from 'react'

import { type AccountNotices, useAccountNotices } from '#web/accounts/account-notices.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import type { StorageNews } from '#web/accounts/storage-banner.tsx'
import { NotLoaded } from '#web/notices/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const StorageBanner = lazyPart(
  async () => (await import('#web/accounts/storage-banner.tsx')).StorageBanner,
  NotLoaded,
)

/** Says once what this browser does not keep, as it was wanted or not, or may still keep. */
export function StorageNotice() {
  const { isKept, account } = useAccountsState(useAccounts())
  const notices = useAccountNotices()
  const what = mostUrgent(notices, account !== null && !isKept)
  if (what === null) return null
  return (
    <Suspense>
      <StorageBanner what={what} />
    </Suspense>
  )
}

function mostUrgent(
  { remains, notOnDevice, forgotten, notKeptSeen }: AccountNotices,
  isNotKept: boolean,
): StorageNews | null {
  if (remains) return 'remains'
  if (isNotKept && !notKeptSeen) return 'not-kept'
  if (notOnDevice) return 'not-on-device'
  return forgotten ? 'forgotten' : null
}
