import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

import { AccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { AccountMenu } from '#web/accounts/manage/account-menu.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { StorageNotice } from '#web/accounts/storage-notice.tsx'
import { Footer } from '#web/shell/footer.tsx'
import { Frame } from '#web/shell/frame.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'

// The app also works without it.
const Commands = lazyPart(
  async () => (await import('#web/routes/-commands.tsx')).Commands,
  () => null,
)

/** The frame of every screen, with the account menu and what every screen can show. */
export function Shell({ account, children }: { account: Account; children: ReactNode }) {
  return (
    <AccountDialogs>
      <Frame
        isReadOnly={account.isReadOnly}
        renderLink={(to, className, content) => (
          <Link to={to} className={className} preload="intent">
            {content}
          </Link>
        )}
        commands={
          <Suspense>
            <Commands />
          </Suspense>
        }
        account={
          <AccountMenu
            account={account}
            renderAccountsLink={(label, className, onFollow) => (
              <Link to="/accounts" className={className} onClick={onFollow}>
                {label}
              </Link>
            )}
          />
        }
      >
        <StorageNotice />
        {children}
      </Frame>
      <Footer />
      {/* Messages about one account must not appear under another. */}
      <LiveRegion key={account.session.serial} />
    </AccountDialogs>
  )
}
