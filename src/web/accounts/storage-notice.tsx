import { useSelector } from '@tanstack/react-store'

import {
  accountNotices,
  type AccountNotices,
  noteOfAccounts,
} from '#web/accounts/account-notices.ts'
import type { ShownAccounts } from '#web/accounts/account-sessions.ts'
import { useAccounts, useShownAccounts } from '#web/accounts/account-services.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** Shows the most urgent notice about what this browser keeps, until it is dismissed. */
export function StorageNotice() {
  const state = useShownAccounts(useAccounts())
  const notices = useSelector(accountNotices)
  const what = mostUrgent(notices, state)
  return what !== null && <StorageBanner what={what} />
}

function mostUrgent(notices: AccountNotices, state: ShownAccounts): StorageNews | null {
  if (notices.mayHaveLeftSubmissions) return 'remains'
  if (state.account !== null && !state.isKept && !notices.isNotKeptDismissed) return 'not-kept'
  if (notices.isNotOnDevice) return 'not-on-device'
  return notices.forgotten === state ? 'forgotten' : null
}

/** What a notice says about what this browser keeps. */
type StorageNews = 'remains' | 'not-kept' | 'not-on-device' | 'forgotten'

/** The text of a StorageNotice, with a button that dismisses it. */
function StorageBanner({ what }: { what: StorageNews }) {
  const words = {
    remains: [m.connect_remains(), m.connect_remains_text()],
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
            noteOfAccounts({
              mayHaveLeftSubmissions: false,
              isNotOnDevice: false,
              forgotten: null,
              isNotKeptDismissed: true,
            })
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
