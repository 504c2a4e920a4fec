import { Link, useLocation } from '@tanstack/react-router'
import { Compass } from 'lucide-react'

import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The screen for an unknown address, with a link to the tasks. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <>
      <PageTitle>{`${m.title_not_found()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.title_not_found()}</PageHeading>
      <EmptyState
        icon={<Compass />}
        title={m.not_found_title()}
        actions={
          <Link to="/tasks" className={buttonClass()}>
            {m.not_found_home()}
          </Link>
        }
      >
        <span className="wrap-anywhere">
          <SentenceWith
            shown={showUntrusted(pathname, 120)}
            say={(path) => m.not_found_text({ path })}
          />
        </span>
      </EmptyState>
    </>
  )
}
