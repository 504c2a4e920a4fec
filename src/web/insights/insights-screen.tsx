import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  startTransition,
  useDeferredValue,
  useMemo,
  useRef,
} from 'react'
import { ChartColumn } from 'lucide-react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { FILTER_NAMES, filtersOf, hasFilter, withFilter } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import {
  MOST_REQUESTS,
  openTaskScan,
  type TaskScan,
  isScanOver,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import type { MarkLinks } from '#web/insights/plots/plot-spec.ts'
import { type InsightsScope, tasksHref } from '#web/insights/reading/scope.ts'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { joinSearch, type SearchProps } from '#web/task-list/search/search-address.ts'
import { useSearchTerms } from '#web/task-list/search/use-search-terms.ts'
import { formatSpan } from '#web/format/time.ts'
import { joinList, joinSentences } from '#web/format/sentences.ts'
import { dayOf, type DayNumber, startOfDay } from '#web/format/calendar.ts'
import { PageHeading, PageTitle, catchFocus } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { useClock } from '#web/ui/now.ts'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { FilterSelect } from '#web/video-task/filter-select.tsx'
import { filterInWords, NO_FILTER } from '#web/video-task/filter-words.ts'
import { SearchBox } from '#web/video-task/search/search-box.tsx'
import { SearchTerms } from '#web/video-task/search/search-terms.tsx'
import { isAboutKey } from '#web/api/api-error.ts'
import type { ScanProgress } from '#web/task-list/scan/list-scan.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { Plots } from '#web/insights/plots/plots.tsx'
import { farInWords, formatElapsed, formatRate } from '#web/insights/plots/plot-specs.tsx'
import type { SearchCondition } from '#web/task-list/search/search-readers.ts'
import { type TaskFigures, TaskTally } from '#web/insights/reading/task-tally.ts'
import { describeScan, ScanReport } from '#web/video-task/scan-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChange } from '#web/ui/effects.ts'
import { announce } from '#web/ui/live-region.tsx'

/** The last scan that was requested. */
interface Reading {
  scan: TaskScan
  scope: InsightsScope
  nth: number
}

interface InsightsProps {
  scope: InsightsScope
  ignored: readonly InvalidInput[]
  onScopeChange: (scope: InsightsScope) => void
  onReplaceKey: () => void
  /** the next step of an account without tasks */
  createPosterLink: ReactNode
  onOpen: MarkLinks['onOpen']
}

/** The insights: scans the tasks of a scope, and plots them. It shares its scan with the search of the tasks screen. */
export function InsightsScreen({ ignored, onScopeChange, ...shown }: InsightsProps) {
  const { scope } = shown
  const session = useApiSession()
  const zone = useTimeZone()
  const [reading, setReading] = useState<Reading>()
  function read(wanted: InsightsScope, limits?: Parameters<typeof openTaskScan>[2]) {
    let scan = openTaskScan(session, filtersOf(wanted), limits)
    // A search that was cancelled elsewhere does not mean that nothing is to be read here.
    if (reading === undefined && scan.pages.progress.phase.kind === 'cancelled') {
      scan = openTaskScan(session, filtersOf(wanted), { mostRequests: MOST_REQUESTS })
    }
    setReading({ scan, scope: wanted, nth: (reading?.nth ?? 0) + 1 })
  }
  const readOnce = useEffectEvent((wanted: InsightsScope) =>
    read(wanted, { mostRequests: MOST_REQUESTS, maxAgeMs: Infinity }),
  )
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening a scan sends requests, which a render must not do
    readOnce(scope)
  }, [scope])
  const search = { text: scope.text, sort: undefined }
  const searching: SearchProps = {
    search,
    onSearchChange: (change) => onScopeChange({ ...scope, text: change(search).text }),
  }
  return (
    <>
      <PageTitle>{`${m.insights_title()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.insights_title()}</PageHeading>
      <IgnoredInputs ignored={ignored} />
      {/* What is chosen applies at once. */}
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SearchBox {...searching} className="min-w-0 flex-1 max-lg:basis-full" />
          {FILTER_NAMES.map((name) => (
            <FilterSelect key={name} name={name} filters={scope} onChange={onScopeChange} />
          ))}
          <PeriodSelect scope={scope} onScopeChange={onScopeChange} />
        </div>
        {/* All that is chosen, in one place to look. */}
        <SearchTerms
          {...searching}
          filters={FILTER_NAMES.filter((name) => scope[name] !== undefined).map((name) => ({
            label: filterInWords(scope, name),
            onRemove: () => onScopeChange(withFilter(scope, name, NO_FILTER)),
          }))}
          onClear={() => onScopeChange({ text: '' })}
        />
      </div>
      {reading !== undefined && tasksHref(reading.scope) === tasksHref(scope) && (
        <ReadingResult
          // Another time zone counts days in another way, so it starts from the beginning.
          key={`${reading.nth} ${zone}`}
          {...shown}
          scan={reading.scan}
          scope={reading.scope}
          onReadAgain={() => {
            const { pagesRead, pageCount } = reading.scan.pages.progress
            read(scope, { mostRequests: Math.max(pagesRead, pageCount ?? 0) + MOST_REQUESTS })
          }}
        />
      )}
    </>
  )
}

/** The periods that are offered, in days up to and including today. */
const RECENT_DAYS = [7, 30] as const

/** Puts usual periods into the search. Any other can be typed there. */
function PeriodSelect({ scope, onScopeChange }: Pick<InsightsProps, 'scope' | 'onScopeChange'>) {
  const terms = useSearchTerms(scope.text)
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

/** The least time between two redraws of the plots, in milliseconds. */
const REDRAW_MS = 500

/** The progress of a scan, and plots of the tasks it has read so far. */
function ReadingResult({
  scan,
  scope,
  onReadAgain,
  onReplaceKey,
  createPosterLink,
  onOpen,
}: Omit<InsightsProps, 'ignored' | 'onScopeChange'> & {
  scan: TaskScan
  onReadAgain: () => void
}) {
  const progress = useScanProgress(scan, true)
  const today = useClock(dayOf)
  const terms = useSearchTerms(scope.text)
  const conditions = useMemo(() => terms.map(({ condition }) => condition), [terms])
  const figures = useFigures(scan, conditions)
  const conditionsOfBefore = useMemo(() => conditionsBefore(conditions, today), [conditions, today])
  const before = useFigures(scan, conditionsOfBefore)
  // The progress changes with every reply, and the plots only a few times a second.
  const plots = useMemo(
    () => <Plots figures={figures} scope={scope} onOpen={onOpen} />,
    [figures, scope, onOpen],
  )
  const { phase } = progress
  const { kind } = phase
  const isKeyRefused = phase.kind === 'stuck' && isAboutKey(phase.failure)
  // The first question comes after one page of many.
  const isBegun = kind !== 'asking' || progress.pagesRead > 1
  // The press that begins the reading shows at once, and the plots when they are drawn.
  const arePlotsShown = useDeferredValue(figures.total.tasks > 0 && isBegun)
  const isOver = isScanOver(progress)
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useEffectEvent(() => {
    // The buttons of the progress are gone. If one had the focus, move it here.
    catchFocus(heading.current)
    announce(describeScan(progress))
  })
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  useChange(kind, (now) => now === 'stuck' && announce(m.insights_failed()))
  const isEverything = !hasFilter(scope) && scope.text === ''
  const isCounted = figures.seen === progress.rows
  return (
    <section aria-labelledby="insights-read" className="flex flex-col gap-4">
      {/* The height of the progress, so that nothing moves when it makes way for the result. */}
      <div className="flex min-h-46 flex-col sm:min-h-41 items-start gap-2">
        <div className="flex min-h-control items-center gap-3">
          <h2 ref={heading} id="insights-read" tabIndex={-1} className="text-lg font-semibold">
            {m.insights_read_title()}
          </h2>
          {isOver && (
            <Button className="print:hidden" onClick={onReadAgain}>
              {m.insights_read_again()}
            </Button>
          )}
        </div>
        <ScanReport scan={scan}>
          {isKeyRefused && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
        </ScanReport>
        {isBegun && <p className="text-sm text-muted">{notesOf(figures, progress, isOver)}</p>}
      </div>
      {arePlotsShown && (
        <>
          <Headline
            figures={figures}
            before={conditionsOfBefore !== undefined && isOver ? before : undefined}
          />
          {plots}
        </>
      )}
      {figures.total.tasks === 0 && kind === 'done' && isCounted && (
        <EmptyState
          icon={<ChartColumn />}
          title={m.insights_empty_title()}
          actions={progress.rows === 0 && isEverything ? createPosterLink : undefined}
        >
          {isEverything ? m.insights_empty_none() : m.insights_empty_filter()}
        </EmptyState>
      )}
    </section>
  )
}

/** What the plots leave out, and which figures are inferred. */
function notesOf(figures: TaskFigures, { rows, phase }: ScanProgress, isOver: boolean): string {
  const { seen, outside, undated, inferred, total } = figures
  const isStopped = ['stuck', 'paused', 'asking'].includes(phase.kind)
  return joinSentences(
    isStopped && total.tasks > 0 ? m.insights_so_far() : '',
    isOver && seen < rows
      ? m.insights_counting({ seen: formatNumber(seen), rows: formatNumber(rows) })
      : '',
    outside > 0 ? m.insights_outside(counted(outside)) : '',
    undated > 0 ? m.insights_undated(counted(undated)) : '',
    farInWords(figures),
    inferred > 0 ? m.insights_inferred(counted(inferred)) : '',
  )
}

/** The most rows that are counted at a time, so that the page answers in between. */
const MOST_COUNTED = 5_000

/** The figures of the tasks that meet some conditions, updated as rows come. @param conditions undefined: none are needed */
function useFigures(
  scan: TaskScan,
  conditions: readonly SearchCondition[] | undefined,
): TaskFigures {
  const [figures, setFigures] = useState(() => new TaskTally(scan.index, []).figures())
  useEffect(() => {
    if (conditions === undefined) return undefined
    const tally = new TaskTally(scan.index, conditions)
    let timer: ReturnType<typeof setTimeout> | undefined
    let drawnAt = 0
    const count = () => {
      const isDone = tally.count(Date.now(), MOST_COUNTED)
      timer = isDone ? undefined : setTimeout(count)
      if (!isDone && performance.now() - drawnAt < REDRAW_MS) return
      drawnAt = performance.now()
      const next = tally.figures()
      // Drawing many bars takes a while. Presses come first.
      startTransition(() => setFigures(next))
    }
    timer = setTimeout(count)
    const { unsubscribe } = scan.pages.store.subscribe(() => {
      timer ??= setTimeout(count, REDRAW_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [scan, conditions])
  return figures
}

const NONE = '—'

/** The figures that people come for, each with that of the same number of days before. */
function Headline({
  figures,
  before,
}: {
  figures: TaskFigures
  /** undefined: the scope has no days before it, or not all tasks are read yet */
  before: TaskFigures | undefined
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-panel border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-5">
      {entries.map(({ label, read }) => (
        <div key={label()} className="flex min-w-0 flex-col">
          <dt className="text-sm text-muted">{label()}</dt>
          <dd className="truncate text-2xl font-semibold tabular-nums">{read(figures)}</dd>
          {before !== undefined && (
            <dd className="truncate text-sm text-muted tabular-nums">
              {m.insights_before({ value: read(before) })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const entries: readonly { label: () => string; read: (figures: TaskFigures) => string }[] = [
  { label: m.nav_tasks, read: ({ total }) => formatNumber(total.tasks) },
  { label: m.insights_success, read: ({ total }) => formatRate(total) },
  { label: m.insights_median_label, read: ({ elapsed }) => elapsedOf(elapsed.median) },
  { label: m.insights_p95_label, read: ({ elapsed }) => elapsedOf(elapsed.p95) },
  {
    label: m.insights_price_total,
    read: ({ total }) => (total.priced === 0 ? NONE : formatNumber(total.price)),
  },
]

function elapsedOf(elapsed: number | null): string {
  return elapsed === null ? NONE : formatElapsed(elapsed)
}

/**
 * The same conditions for the days before, as many as there are.
 *
 * @returns undefined if there is no first day
 */
export function conditionsBefore(
  conditions: readonly SearchCondition[],
  today: DayNumber,
): SearchCondition[] | undefined {
  const [days, another] = conditions.filter(({ kind }) => kind === 'created')
  if (days?.kind !== 'created' || another !== undefined) return undefined
  const { from, under: to = startOfDay(today + 1) } = days
  if (from === undefined || to <= from) return undefined
  const [first, end] = [dayOf(from), dayOf(to - 1) + 1]
  // Hours of a day have no such days.
  if (startOfDay(first) !== from || startOfDay(end) !== to) return undefined
  const before = { kind: 'created', from: startOfDay(first - (end - first)), under: from } as const
  return [...conditions.filter((one) => one !== days), before]
}
