import { useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { MAX_PAGE_SIZE } from '#contract/video-tasks.ts'
import { MAX_PAGES_READ_TWICE } from '#web/task-scan/scan-tally.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import type { StatusTotal, StatusTotals } from '#web/api/status-totals.ts'
import { statusTotalsKey } from '#web/api/video-tasks.ts'
import { openTaskScan, type TaskScan } from '#web/task-scan/task-scan.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import type { RenderTaskLink } from '#web/insights/plots/failure-plot.tsx'
import { ReadingResult } from '#web/insights/reading-result.tsx'
import { type InsightsScope, isSameScope } from '#web/insights/reading/scope.ts'
import { ScopeForm } from '#web/insights/reading/scope-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** The last scan that was asked for. */
interface Reading {
  list: TaskScan
  scope: InsightsScope
  nth: number
}

/** The insights: scans the tasks of a scope on request, and plots them. */
export function InsightsScreen({
  scope,
  ignored,
  onScopeChange,
  onReplaceKey,
  renderTaskLink,
}: {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
  onScopeChange: (scope: InsightsScope) => void
  onReplaceKey: () => void
  renderTaskLink: RenderTaskLink
}) {
  const session = useApiSession()
  const zone = useTimeZone()
  const [reading, setReading] = useState<Reading>()
  const isOfScope = reading !== undefined && isSameScope(reading.scope, scope)
  function read() {
    const list = openTaskScan(session, { status: scope.status, scene: scope.scene })
    if (isOfScope && reading.list === list) return
    setReading({ list, scope, nth: (reading?.nth ?? 0) + 1 })
  }
  return (
    <>
      <PageTitle>{`${m.insights_title()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.insights_title()}</PageHeading>
      <IgnoredInputs ignored={ignored} />
      <ScopeForm scope={scope} onScopeChange={onScopeChange} onRead={read} />
      {isOfScope ? (
        <ReadingResult
          // Another time zone counts days in another way, so it starts from the beginning.
          key={`${reading.nth} ${zone}`}
          list={reading.list}
          scope={reading.scope}
          onReplaceKey={onReplaceKey}
          renderTaskLink={renderTaskLink}
        />
      ) : (
        <p className="text-sm text-muted">{announcedRequests(knownTotal(session, scope))}</p>
      )}
    </>
  )
}

/** The number of tasks of a scope if another screen has read it already. Sends no request. */
function knownTotal(
  session: ApiSession,
  { status, scene }: InsightsScope,
): StatusTotal | undefined {
  return session.queryClient
    .getQueryData<StatusTotals>(statusTotalsKey(session, scene))
    ?.get(status)
}

/** Says what a scan would read, and in how many requests. */
function announcedRequests(known: StatusTotal | undefined): string {
  if (known === undefined) return m.insights_will_read({ size: formatNumber(MAX_PAGE_SIZE) })
  const { total, asOf } = known
  const pages = Math.max(Math.ceil(total / MAX_PAGE_SIZE), 1)
  const isTwice = pages > 1 && pages <= MAX_PAGES_READ_TWICE
  const requests = isTwice ? pages * 2 : pages
  return joinSentences(
    m.insights_will_read_known({
      count: total,
      shown: formatNumber(total),
      time: formatClock(asOf),
    }),
    m.insights_requests({ count: requests, shown: formatNumber(requests) }),
    isTwice ? m.insights_twice() : '',
  )
}
