import { Suspense } from 'react'

import { useAccountNotices } from '#web/accounts/account-notices.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { NotLoaded } from '#web/notices/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const StorageBanner = lazyPart(
  async () => (await import('#web/accounts/storage-banner.tsx')).StorageBanner,
  NotLoaded,
)

/** Says once that the browser does not keep a key as it was wanted. */
export function StorageNotice() {
  const { isKept } = useAccountsState(useAccounts())
  const { notOnDevice, notKeptSeen } = useAccountNotices()
  if (!notOnDevice && (isKept || notKeptSeen)) return null
  return (
    <Suspense>
      <StorageBanner isKept={isKept} />
    </Suspense>
  )
}
