import type { ReactNode } from 'react'

import { MAX_VIEW_TEXT } from '#contract/views.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import { endOfView, LeaveView, ViewProblem } from '#web/accounts/lend/view-screen.tsx'
import { hostTime } from '#web/api/exchange.ts'
import { useViewFacts } from '#web/api/views.ts'
import { formatClock } from '#web/format/time.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { counted } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { useClock } from '#web/ui/now.ts'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The screen of a lent view: who lent it and until when, and then the list. Once it has ended, only why. */
export function ViewFrame({ account, children }: { account: Account; children: ReactNode }) {
  const { session, profileId } = account
  const { facts, end } = useViewFacts(session)
  // Also where our host cannot be asked.
  const isOver = useClock((now) => Number(hostTime(now) >= (facts?.until ?? Infinity))) === 1
  const why = end ?? (isOver ? 'view-over' : undefined)
  if (why !== undefined)
    return (
      <>
        <PageTitle>{`${m.view_title()} · ${m.app_name()}`}</PageTitle>
        <PageHeading>{m.view_title()}</PageHeading>
        <ViewProblem failure={endOfView(why)} action={<LeaveView {...{ profileId }} />} />
      </>
    )
  return (
    <>
      <div className="flex min-h-control items-center justify-between gap-4 text-sm">
        {/* It is there before its text: nothing beside or below it moves. */}
        <p className="min-w-0 flex-1 wrap-anywhere max-sm:min-h-15">
          {facts !== undefined && (
            <>
              <SentenceWith
                shown={showUntrusted(facts.from, MAX_VIEW_TEXT)}
                say={(from) => m.view_notice({ from, time: formatClock(facts.until) })}
              />
              {facts.tasks !== null && <span>{` · ${m.lend_tasks(counted(facts.tasks))}`}</span>}
              {facts.note !== '' && <bdi>{` · ${showUntrusted(facts.note, MAX_VIEW_TEXT)}`}</bdi>}
            </>
          )}
        </p>
        <LeaveView {...{ profileId }} />
      </div>
      {children}
    </>
  )
}
