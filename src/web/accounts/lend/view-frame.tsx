import type { ReactNode } from 'react'

import { isViewEnd } from '#contract/host-error-code.ts'
import { MAX_VIEW_TEXT } from '#contract/views.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import { LeaveView, ViewProblem } from '#web/accounts/lend/view-screen.tsx'
import { useViewFacts } from '#web/api/views.ts'
import { formatClock } from '#web/format/time.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { counted } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The screen of a lent view: who lent it and until when, and then the list. Once it has ended, only why. */
export function ViewFrame({ account, children }: { account: Account; children: ReactNode }) {
  const { session, profileId } = account
  const { facts, failure } = useViewFacts(session)
  if (failure?.kind === 'refused' && isViewEnd(failure.hostErrorCode))
    return <ViewProblem failure={failure} action={<LeaveView {...{ profileId }} />} />
  return (
    <>
      <div className="flex min-h-control items-center justify-between gap-4 text-sm">
        {facts !== undefined && (
          <p className="min-w-0 wrap-anywhere">
            <SentenceWith
              shown={showUntrusted(facts.from, MAX_VIEW_TEXT)}
              say={(from) => m.view_notice({ from, time: formatClock(facts.until) })}
            />
            {facts.tasks !== null && <span>{` · ${m.lend_tasks(counted(facts.tasks))}`}</span>}
            {facts.note !== '' && <bdi>{` · ${showUntrusted(facts.note, MAX_VIEW_TEXT)}`}</bdi>}
          </p>
        )}
        <LeaveView {...{ profileId }} />
      </div>
      {children}
    </>
  )
}
