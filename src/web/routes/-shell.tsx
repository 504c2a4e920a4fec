import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { AccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { AccountMenu } from '#web/accounts/manage/account-menu.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { StorageNotice } from '#web/accounts/storage-notice.tsx'
import { m } from '#web/messages/generated/messages.js'
import {
  brandClasses,
  navClasses,
  navLinkClasses,
  pageHeaderClasses,
  pageHeaderLineClasses,
  screenClasses,
  skipLinkClasses,
} from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'

// The app also works without it.
const Commands = lazyPart(
  async () => (await import('#web/routes/-commands.tsx')).Commands,
  () => null,
)

// Without it, videos of other hosts are where they were.
const MediaLinks = lazyPart(
  async () => (await import('#web/video-task/media/media-links.tsx')).MediaLinks,
  () => null,
)

const ViewFrame = lazyPart(
  async () => (await import('#web/accounts/lend/view-frame.tsx')).ViewFrame,
  NotLoaded,
  'never',
)

/** The frame of every screen: the header with its links, the place of the screen, and what every screen can show. */
export function Shell({ account, children }: { account: Account; children: ReactNode }) {
  const { isReadOnly } = account
  // Other accounts are reached also when a view has ended.
  const isOfView = useLocation({ select: ({ pathname }) => pathname !== '/accounts' })
  return (
    <>
      <AccountDialogs />
      <a href="#content" className={skipLinkClasses}>
        {m.skip_to_content()}
      </a>
      {/* The header shows that the key of the account cannot create anything. */}
      <header className={pageHeaderClasses(isReadOnly)}>
        <div className={pageHeaderLineClasses}>
          <Link to="/tasks" className={brandClasses} preload="intent">
            <span className="size-7 logo" />
            <span className="max-md:sr-only">{m.app_name()}</span>
          </Link>
          <nav aria-label={m.nav_label()} className={navClasses}>
            <Link to="/tasks" className={navLinkClasses} preload="intent">
              {m.nav_tasks()}
            </Link>
            <Link to="/posters" className={navLinkClasses} preload="intent">
              {m.nav_posters()}
            </Link>
            <Link to="/insights" className={navLinkClasses} preload="intent">
              {m.nav_insights()}
            </Link>
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <span className="shrink-0 max-md:absolute md:size-control">
              <Commands />
            </span>
            {isReadOnly && (
              <span className="text-xs font-medium whitespace-nowrap max-sm:sr-only">
                {m.account_read_only()}
              </span>
            )}
            <AccountMenu
              account={account}
              renderAccountsLink={(label, className, onFollow) => (
                <Link to="/accounts" className={className} onClick={onFollow}>
                  {label}
                </Link>
              )}
            />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={screenClasses}>
        <StorageNotice />
        {account.isLent && isOfView ? (
          <ViewFrame account={account}>{children}</ViewFrame>
        ) : (
          children
        )}
      </main>
      {!account.isLent && <MediaLinks session={account.session} />}
      {/* Messages about one account must not appear under another. */}
      <LiveRegion key={account.session.serial} />
    </>
  )
}
