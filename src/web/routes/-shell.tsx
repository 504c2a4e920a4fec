import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { AccountMenu } from '#web/accounts/account-menu.tsx'
import type { Account, AccountSessions } from '#web/accounts/account-sessions.ts'
import { ReplaceKeyProvider } from '#web/accounts/replace-key.tsx'
import { m } from '#web/messages/generated/messages.js'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'

const navLink =
  'rounded-control px-2 py-1.5 font-medium sm:px-2.5 text-muted transition-colors hover:text-ink ' +
  'aria-[current=page]:bg-hover aria-[current=page]:text-ink'

/** What stands around every screen: where one can go, and whose tasks these are. */
export function Shell({
  account,
  sessions,
  children,
}: {
  account: Account
  sessions: AccountSessions
  children: ReactNode
}) {
  return (
    <ReplaceKeyProvider
      accountName={account.name}
      isCreating={() => account.session.queryClient.isMutating() > 0}
      onConnect={sessions.connect}
    >
      <a
        href="#content"
        className="sr-only z-30 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-1.5 focus:left-3"
      >
        {m.skip_to_content()}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-canvas">
        <div className="mx-auto flex h-12 w-full max-w-7xl items-center gap-x-1 px-3 sm:gap-x-4 sm:px-6">
          <Link
            to="/tasks"
            className="flex shrink-0 items-center gap-2 rounded-control font-semibold"
          >
            <Mark />
            <span className="max-sm:sr-only">{m.app_name()}</span>
          </Link>
          <nav aria-label={m.nav_label()} className="flex shrink-0 sm:gap-1">
            <Link to="/tasks" className={navLink}>
              {m.nav_tasks()}
            </Link>
            <Link to="/posters" className={navLink}>
              {m.nav_posters()}
            </Link>
          </nav>
          <div className="ml-auto min-w-0">
            <AccountMenu account={account} onForget={sessions.forget} />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 py-5 outline-none sm:px-6"
      >
        {children}
      </main>
      <LiveRegion />
    </ReplaceKeyProvider>
  )
}
