import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

import { AccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { AccountMenu } from '#web/accounts/manage/account-menu.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { StorageNotice } from '#web/accounts/storage-notice.tsx'
import { DisplayControls, Footer } from '#web/shell/lazy-parts.tsx'
import { m } from '#web/messages/generated/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'

// The app also works without it.
const Commands = lazyPart(
  async () => (await import('#web/routes/-commands.tsx')).Commands,
  () => null,
)

const navLink =
  'rounded-control px-1.5 py-1.5 font-medium sm:px-2.5 text-muted transition-colors hover:text-ink ' +
  'aria-[current=page]:bg-hover aria-[current=page]:text-ink'

/** The frame of every screen: navigation and the account menu. */
export function Shell({ account, children }: { account: Account; children: ReactNode }) {
  return (
    <AccountDialogs>
      <a
        href="#content"
        className="sr-only z-30 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-1.5 focus:left-3"
      >
        {m.skip_to_content()}
      </a>
      <header
        className={classNames(
          'top-0 z-20 border-b pt-[env(safe-area-inset-top)] roomy:sticky',
          account.isReadOnly ? 'border-edge bg-accent-soft' : 'border-line bg-canvas',
        )}
      >
        <div className="mx-auto gutter flex h-12 w-full max-w-7xl items-center gap-x-1 max-sm:[--gutter:0.75rem] sm:gap-x-4">
          <Link
            to="/tasks"
            className="flex shrink-0 items-center gap-2 rounded-control font-semibold"
          >
            <Mark />
            <span className="max-md:sr-only">{m.app_name()}</span>
          </Link>
          <nav aria-label={m.nav_label()} className="flex shrink-0 sm:gap-1">
            <Link to="/tasks" className={navLink}>
              {m.nav_tasks()}
            </Link>
            <Link to="/posters" className={navLink}>
              {m.nav_posters()}
            </Link>
            <Link to="/insights" className={navLink}>
              {m.nav_insights()}
            </Link>
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <span className="shrink-0 max-md:absolute md:size-control">
              <Suspense>
                <Commands />
              </Suspense>
            </span>
            <DisplayControls className="max-sm:hidden" />
            {account.isReadOnly && (
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
      <main
        id="content"
        tabIndex={-1}
        // At least as high as the screen, so that the footer does not move up for a short list.
        className="mx-auto gutter flex min-h-[calc(100dvh-3rem)] w-full max-w-7xl flex-1 flex-col gap-4 py-5 outline-none"
      >
        <StorageNotice />
        {children}
      </main>
      <Footer />
      {/* Messages about one account must not appear under another. */}
      <LiveRegion key={account.session.serial} />
    </AccountDialogs>
  )
}
