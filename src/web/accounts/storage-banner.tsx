import { dismissStorageNotices } from '#web/accounts/account-notices.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** The words of StorageNotice. */
export function StorageBanner({ isKept }: { isKept: boolean }) {
  return (
    <Banner
      tone="note"
      title={isKept ? m.storage_not_on_device() : m.account_not_kept()}
      actions={<Button onClick={dismissStorageNotices}>{m.storage_dismiss()}</Button>}
    >
      <p>{isKept ? m.storage_not_on_device_text() : m.storage_not_kept_text()}</p>
    </Banner>
  )
}
