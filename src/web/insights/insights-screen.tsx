import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { MAX_PAGE_SIZE, filtersOf, otherFilters } from '#contract/video-tasks.ts'
import { requestsFor } from '#web/task-list/scan/list-scan.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { statusTotalsKey } from '#web/task-list/figures.ts'
import type { StatusTotal, StatusTotals } from '#web/task-list/status-totals.ts'
import { openTaskScan, type TaskScan, useIsAsking } from '#web/task-list/scan/task-scan.ts'
import type { RenderTaskLink } from '#web/insights/plots/failure-plot.tsx'
import { ReadingResult } from '#web/insights/reading-result.tsx'
import { requestWords } from '#web/insights/reading/request-words.ts'
import { type InsightsScope, isSameScope } from '#web/insights/reading/scope.ts'
import { ScopeForm } from '#web/insights/reading/scope-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** A scan of at most this many requests begins by itself. */
const MOST_REQUESTS = 10

/** The last scan that was asked for. */
interface Reading {
  list: TaskScan
  scope: InsightsScope
  nth: number
}

/** The insights: scans the tasks of a scope, and plots them. A long list is read on request. */
export function InsightsScreen({
  scope,
  ignored,
  onScopeChange,
  onReplaceKey,
  createPosterLink,
  renderTaskLink,
}: {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
  onScopeChange: (scope: InsightsScope) => void
  onReplaceKey: () => void
  createPosterLink: ReactNode
  renderTaskLink: RenderTaskLink
}) {
  const session = useApiSession()
  const zone = useTimeZone()
  const [reading, setReading] = useState<Reading>()
  const isOfScope = reading !== undefined && isSameScope(reading.scope, scope)
  const isAsking = useIsAsking(reading?.list)
  const known = knownTotal(session, scope)
  function read(wanted: InsightsScope, mostRequests?: number) {
    const list = openTaskScan(session, filtersOf(wanted), mostRequests)
    if (isOfScope && reading.list === list) return
    setReading({ list, scope: wanted, nth: (reading?.nth ?? 0) + 1 })
  }
  const requests = requestsFor(Math.ceil((known?.total ?? 0) / MAX_PAGE_SIZE))
  const readIfShort = useEffectEvent((wanted: InsightsScope) => {
    if (requests <= MOST_REQUESTS) read(wanted, MOST_REQUESTS)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening a scan sends requests, which a render must not do
    readIfShort(scope)
  }, [scope])
  return (
    <>
      <PageTitle>{`${m.insights_title()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.insights_title()}</PageHeading>
      <IgnoredInputs ignored={ignored} />
      <ScopeForm
        scope={scope}
        isRead={isOfScope && !isAsking}
        onScopeChange={onScopeChange}
        onRead={() => read(scope)}
      />
      {isOfScope ? (
        <ReadingResult
          // Another time zone counts days in another way, so it starts from the beginning.
          key={`${reading.nth} ${zone}`}
          list={reading.list}
          scope={reading.scope}
          onReplaceKey={onReplaceKey}
          createPosterLink={createPosterLink}
          renderTaskLink={renderTaskLink}
        />
      ) : (
        <p className="text-sm text-muted">
          {known !== undefined && requestWords(known.total, known.asOf, requests)}
        </p>
      )}
    </>
  )
}

/** The number of tasks of a scope if another screen has read it already. Sends no request. */
function knownTotal(session: ApiSession, scope: InsightsScope): StatusTotal | undefined {
  return session.queryClient
    .getQueryData<StatusTotals>(statusTotalsKey(session, otherFilters(scope)))
    ?.get(scope.status)
}
