import { Suspense } from 'react'

import { useAccountNotices } from '#web/accounts/account-notices.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { NotLoaded } from '#web/notices/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const StorageBanner = lazyPart(
  async () => (await import('#web/accounts/storage-banner.tsx')).StorageBanner,
  NotLoaded,
)

/** Says once what a browser does not keep as it was wanted, or may still keep. */
export function StorageNotice() {
  const { isKept, account } = useAccountsState(useAccounts())
  const { remains, notOnDevice, notKeptSeen } = useAccountNotices()
  const isLost = account !== null && !isKept && !notKeptSeen
  if (!remains && !notOnDevice && !isLost) return null
  const lost = isLost ? 'not-kept' : 'not-on-device'
  return (
    <Suspense>
      <StorageBanner what={remains ? 'remains' : lost} />
    </Suspense>
  )
}
