import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { FILTER_NAMES, filtersOf } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { MOST_REQUESTS, openTaskScan, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import type { MarkLinks } from '#web/insights/plots/plot-spec.ts'
import { ReadingResult } from '#web/insights/reading-result.tsx'
import { type InsightsScope, isSameScope } from '#web/insights/reading/scope.ts'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { joinSearch } from '#web/task-list/search/search-address.ts'
import { readSearch } from '#web/task-list/search/search-terms.ts'
import { formatSpan } from '#web/format/time.ts'
import { joinList } from '#web/format/sentences.ts'
import { dayOf } from '#web/format/calendar.ts'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { useClock } from '#web/ui/now.ts'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { FilterSelect } from '#web/video-task/filter-select.tsx'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import { SearchBox } from '#web/video-task/search/search-box.tsx'
import { SearchTerms } from '#web/video-task/search/search-terms.tsx'

/** The last scan that was asked for. */
interface Reading {
  list: TaskScan
  scope: InsightsScope
  nth: number
}

type ChangeScope = (scope: InsightsScope) => void

/** The insights: scans the tasks of a scope, and plots them. It shares its scan with the search of the tasks screen. */
export function InsightsScreen({
  scope,
  ignored,
  onScopeChange,
  onReplaceKey,
  createPosterLink,
  onOpen,
}: {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
  onScopeChange: ChangeScope
  onReplaceKey: () => void
  createPosterLink: ReactNode
  onOpen: MarkLinks['onOpen']
}) {
  const session = useApiSession()
  const zone = useTimeZone()
  const [reading, setReading] = useState<Reading>()
  function read(wanted: InsightsScope, limits?: Parameters<typeof openTaskScan>[2]) {
    const list = openTaskScan(session, filtersOf(wanted), limits)
    setReading({ list, scope: wanted, nth: (reading?.nth ?? 0) + 1 })
  }
  const readOnce = useEffectEvent((wanted: InsightsScope) =>
    read(wanted, { mostRequests: MOST_REQUESTS, maxAgeMs: Infinity }),
  )
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening a scan sends requests, which a render must not do
    readOnce(scope)
  }, [scope])
  return (
    <>
      <PageTitle>{`${m.insights_title()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.insights_title()}</PageHeading>
      <IgnoredInputs ignored={ignored} />
      <ScopeBar scope={scope} onScopeChange={onScopeChange} />
      {reading !== undefined && isSameScope(reading.scope, scope) && (
        <ReadingResult
          // Another time zone counts days in another way, so it starts from the beginning.
          key={`${reading.nth} ${zone}`}
          list={reading.list}
          scope={reading.scope}
          onReadAgain={() => {
            const { pagesRead, pageCount } = reading.list.scan.progress
            read(scope, { mostRequests: Math.max(pagesRead, pageCount ?? 0) + MOST_REQUESTS })
          }}
          onReplaceKey={onReplaceKey}
          createPosterLink={createPosterLink}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

/** The search and the filters: what is chosen applies at once. */
function ScopeBar({ scope, onScopeChange }: { scope: InsightsScope; onScopeChange: ChangeScope }) {
  const searching: SearchProps = {
    search: { text: scope.text, sort: undefined },
    onSearchChange: (change) =>
      onScopeChange({ ...scope, text: change({ text: scope.text, sort: undefined }).text }),
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SearchBox {...searching} className="min-w-0 flex-1 max-lg:basis-full" />
        {FILTER_NAMES.map((name) => (
          <FilterSelect key={name} name={name} filters={scope} onChange={onScopeChange} />
        ))}
        <PeriodSelect scope={scope} onScopeChange={onScopeChange} />
      </div>
      <SearchTerms {...searching} filters={[]} />
    </div>
  )
}

/** The periods that are offered, in days up to and including today. */
const RECENT_DAYS = [7, 30] as const

/** Puts usual periods into the search. Any other can be typed there. */
function PeriodSelect({
  scope,
  onScopeChange,
}: {
  scope: InsightsScope
  onScopeChange: ChangeScope
}) {
  const today = useClock(dayOf)
  const terms = readSearch(scope.text, today)
  const periods = terms.filter(({ condition }) => condition.kind === 'created')
  const shown = periods.flatMap(({ condition }) =>
    condition.kind === 'created' ? formatSpan(condition.from, condition.under) : [],
  )
  const typed = joinSearch(periods.map(({ text }) => text))
  const offered = RECENT_DAYS.map((days): SelectOption => {
    const words = m.insights_last_days({ days })
    return { value: words, label: words }
  })
  const known = offered.find(({ value }) => value.toLowerCase() === typed.toLowerCase())
  if (typed !== '' && known === undefined) offered.push({ value: typed, label: joinList(shown) })
  return (
    <Select
      label={m.insights_created()}
      value={known?.value ?? typed}
      options={[{ value: '', label: m.insights_all_days() }, ...offered]}
      onChange={(period) => {
        const others = terms.filter((term) => !periods.includes(term)).map(({ text }) => text)
        onScopeChange({ ...scope, text: joinSearch([period, ...others]) })
      }}
    />
  )
}
