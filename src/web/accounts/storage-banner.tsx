import { dismissNotices } from '#web/accounts/account-notices.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** What a notice says about what this browser keeps. */
export type StorageNews = 'remains' | 'not-kept' | 'not-on-device' | 'forgotten'

/** The text of a StorageNotice, with a button that dismisses it. */
export function StorageBanner({ what }: { what: StorageNews }) {
  const words = {
    remains: [m.gate_remains(), m.gate_remains_text()],
    'not-kept': [m.account_not_kept(), m.storage_not_kept_text()],
    'not-on-device': [m.storage_not_on_device(), m.storage_not_on_device_text()],
    forgotten: [m.forget_all_done(), m.forget_all_done_text()],
  } as const
  const [title, text] = words[what]
  return (
    <Banner
      tone={what === 'remains' ? 'problem' : 'note'}
      title={title}
      actions={
        <Button
          onClick={() => {
            focusPageHeading()
            dismissNotices()
          }}
        >
          {m.storage_dismiss()}
        </Button>
      }
    >
      <p>{text}</p>
    </Banner>
  )
}
