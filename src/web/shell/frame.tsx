import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from '#web/ui/mark.tsx'

const navLink =
  'rounded-control px-1.5 py-1.5 font-medium sm:px-2.5 text-muted transition-colors hover:text-ink ' +
  'aria-[current=page]:bg-hover aria-[current=page]:text-ink'

/** The screens that the header links to. */
type Place = '/tasks' | '/posters' | '/insights'

/** The frame of every screen: the header with its links, and the place of the screen. */
export function Frame({
  isReadOnly,
  renderLink,
  commands,
  controls,
  account,
  children,
}: {
  /** the key of the account cannot create anything; the header shows that */
  isReadOnly: boolean
  renderLink: (to: Place, className: string, content: ReactNode) => ReactNode
  /** the button of the commands */
  commands: ReactNode
  /** language and theme */
  controls: ReactNode
  /** the account menu */
  account: ReactNode
  /** the screen */
  children: ReactNode
}) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-30 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-1.5 focus:left-3"
      >
        {m.skip_to_content()}
      </a>
      <header
        className={classNames(
          'top-0 z-20 border-b pt-[env(safe-area-inset-top)] roomy:sticky',
          isReadOnly ? 'border-edge bg-accent-soft' : 'border-line bg-canvas',
        )}
      >
        <div className="mx-auto gutter flex h-12 w-full max-w-7xl items-center gap-x-1 max-sm:[--gutter:0.75rem] sm:gap-x-4">
          {renderLink(
            '/tasks',
            'flex shrink-0 items-center gap-2 rounded-control font-semibold',
            <>
              <Mark />
              <span className="max-md:sr-only">{m.app_name()}</span>
            </>,
          )}
          <nav aria-label={m.nav_label()} className="flex shrink-0 sm:gap-1">
            {renderLink('/tasks', navLink, m.nav_tasks())}
            {renderLink('/posters', navLink, m.nav_posters())}
            {renderLink('/insights', navLink, m.nav_insights())}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <span className="shrink-0 max-md:absolute md:size-control">{commands}</span>
            {controls}
            {isReadOnly && (
              <span className="text-xs font-medium whitespace-nowrap max-sm:sr-only">
                {m.account_read_only()}
              </span>
            )}
            {account}
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        // At least as high as the screen, so that the footer does not move up for a short list.
        className="mx-auto gutter flex min-h-[calc(100dvh-3rem)] w-full max-w-7xl flex-1 flex-col gap-4 py-5 outline-none"
      >
        {children}
      </main>
    </>
  )
}

/** The place of the footer, which is not there before the app. */
export function FooterPlace({ children }: { children?: ReactNode }) {
  return <div className="min-h-[calc(var(--spacing-control)+1rem)]">{children}</div>
}
