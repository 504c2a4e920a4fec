import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { MAX_PAGE_SIZE, filtersOf, otherFilters, FILTER_NAMES } from '#contract/video-tasks.ts'
import { requestsFor } from '#web/task-list/scan/list-scan.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { statusTotalsKey } from '#web/task-list/figures.ts'
import type { StatusTotal, StatusTotals } from '#web/task-list/status-totals.ts'
import { openTaskScan, type TaskScan, useIsAsking } from '#web/task-list/scan/task-scan.ts'
import type { RenderTaskLink } from '#web/insights/selected-tasks.tsx'
import { ReadingResult } from '#web/insights/reading-result.tsx'
import { requestWords } from '#web/insights/reading/request-words.ts'
import {
  type InsightsScope,
  isSameScope,
  RECENT_DAYS,
  type Span,
  spanOf,
} from '#web/insights/reading/scope.ts'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { dayOf, readDay, writeDay } from '#web/insights/reading/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/now.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FilterSelect } from '#web/video-task/filter-select.tsx'

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

const ALL = 'all' satisfies Span
const CHOSEN = 'chosen' satisfies Span

/** The days of "from" and "to" when a person begins to choose them. */
const DAYS_AT_FIRST = 30

type ChangeScope = (part: Partial<InsightsScope>) => void

/** The form that says which tasks to read and plot. */
function ScopeForm({
  scope,
  isRead,
  onScopeChange,
  onRead,
}: {
  scope: InsightsScope
  /** the tasks of the scope are being read, or were */
  isRead: boolean
  onScopeChange: (scope: InsightsScope) => void
  onRead: () => void
}) {
  const today = useClock(dayOf)
  // The date fields stay, even if the chosen days happen to be those of another span.
  const [isChoosing, setIsChoosing] = useState(false)
  const span = isChoosing ? CHOSEN : spanOf(scope, today)
  const change: ChangeScope = (part) => {
    onScopeChange({ ...scope, ...part })
  }
  function chooseSpan(value: string) {
    const recent = RECENT_DAYS.find((days) => String(days) === value)
    setIsChoosing(value === CHOSEN)
    if (recent !== undefined) change({ from: today - recent + 1, to: undefined })
    else if (value === ALL) change({ from: undefined, to: undefined })
    else change({ from: scope.from ?? today - DAYS_AT_FIRST + 1, to: scope.to ?? today })
  }
  return (
    <form
      aria-label={m.insights_scope()}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        onRead()
      }}
    >
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {FILTER_NAMES.map((name) => (
          <FilterSelect key={name} name={name} filters={scope} onChange={onScopeChange} />
        ))}
        <SpanSelect span={span} onChange={chooseSpan} />
      </div>
      {span === CHOSEN && (
        <DayFields
          scope={scope}
          onChange={(part) => {
            setIsChoosing(true)
            change(part)
          }}
        />
      )}
      {span !== ALL && (
        <p className="text-sm text-muted">{m.insights_days_note({ zone: timeZoneName() })}</p>
      )}
      <Button type="submit" tone={isRead ? 'plain' : 'primary'} className="self-start print:hidden">
        {m.insights_submit()}
      </Button>
    </form>
  )
}

function SpanSelect({ span, onChange }: { span: Span; onChange: (value: string) => void }) {
  return (
    <Select
      label={m.insights_created()}
      value={String(span)}
      options={[
        { value: ALL, label: m.insights_all_days() },
        ...RECENT_DAYS.map((days) => ({
          value: String(days),
          label: m.insights_last_days({ days }),
        })),
        { value: CHOSEN, label: m.insights_chosen_days() },
      ]}
      onChange={onChange}
    />
  )
}

function DayFields({ scope, onChange }: { scope: InsightsScope; onChange: ChangeScope }) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-3">
      <TextField
        label={m.insights_from()}
        type="date"
        value={scope.from === undefined ? '' : writeDay(scope.from)}
        onChange={(event) => {
          onChange({ from: readDay(event.target.value) })
        }}
      />
      <TextField
        label={m.insights_to()}
        type="date"
        value={scope.to === undefined ? '' : writeDay(scope.to)}
        onChange={(event) => {
          onChange({ to: readDay(event.target.value) })
        }}
      />
    </div>
  )
}
