import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { Mark } from '#web/ui/mark.tsx'
import {
  brandClasses,
  navLinkClasses,
  navClasses,
  pageHeaderLineClasses,
  pageHeaderClasses,
  screenClasses,
  skipLinkClasses,
} from '#web/ui/classes.ts'

/** The screens that the header links to. */
type Place = '/tasks' | '/posters' | '/insights'

/** The frame of every screen: the header with its links, and the place of the screen. */
export function Frame({
  isReadOnly,
  renderLink,
  commands,
  account,
  children,
}: {
  /** the key of the account cannot create anything; the header shows that */
  isReadOnly: boolean
  renderLink: (to: Place, className: string, content: ReactNode) => ReactNode
  /** the button of the commands */
  commands: ReactNode
  /** the account menu */
  account: ReactNode
  /** the screen */
  children: ReactNode
}) {
  return (
    <>
      <a href="#content" className={skipLinkClasses}>
        {m.skip_to_content()}
      </a>
      <header className={pageHeaderClasses(isReadOnly)}>
        <div className={pageHeaderLineClasses}>
          {renderLink(
            '/tasks',
            brandClasses,
            <>
              <Mark />
              <span className="max-md:sr-only">{m.app_name()}</span>
            </>,
          )}
          <nav aria-label={m.nav_label()} className={navClasses}>
            {renderLink('/tasks', navLinkClasses, m.nav_tasks())}
            {renderLink('/posters', navLinkClasses, m.nav_posters())}
            {renderLink('/insights', navLinkClasses, m.nav_insights())}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <span className="shrink-0 max-md:absolute md:size-control">{commands}</span>
            {isReadOnly && (
              <span className="text-xs font-medium whitespace-nowrap max-sm:sr-only">
                {m.account_read_only()}
              </span>
            )}
            {account}
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={screenClasses}>
        {children}
      </main>
    </>
  )
}
