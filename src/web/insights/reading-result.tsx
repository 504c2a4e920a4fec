import { ChartColumn } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { hasFilter } from '#contract/video-tasks.ts'
import { isAboutKey } from '#web/api/api-error.ts'
import type { ScanProgress } from '#web/task-list/scan/list-scan.ts'
import { followRows, useScanProgress, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import type { TaskSource } from '#web/insights/selected-tasks.tsx'
import { Plots } from '#web/insights/plots/plots.tsx'
import { dayOf } from '#web/insights/reading/calendar.ts'
import { formatElapsed, formatRate } from '#web/insights/reading/figure-words.ts'
import { type InsightsScope, scopeBefore } from '#web/insights/reading/scope.ts'
import { requestWords } from '#web/insights/reading/request-words.ts'
import { type TaskFigures, TaskTally } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus, describeScan } from '#web/video-task/scan-status.tsx'
import { totalOf } from '#web/task-list/scan/scan-tally.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChange } from '#web/ui/effects.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useClock } from '#web/ui/now.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'

/** The least time between two redraws of the plots, in milliseconds. */
const REDRAW_MS = 300

/** The progress of a scan, and plots of the tasks it has read so far. */
export function ReadingResult({
  list,
  scope,
  onReplaceKey,
  createPosterLink,
  renderTaskLink,
}: TaskSource & {
  onReplaceKey: () => void
  /** the next step of an account without tasks */
  createPosterLink: ReactNode
}) {
  const progress = useScanProgress(list, true)
  const figures = useFigures(list, scope)
  const today = useClock(dayOf)
  const scopeOfBefore = useMemo(() => scopeBefore(scope, today), [scope, today])
  const before = useFigures(list, scopeOfBefore)
  const { kind } = progress.phase
  const isOver = kind === 'done' || kind === 'cancelled'
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
  const isUnfiltered = !hasFilter(scope)
  const isCounted = figures.seen === progress.rows
  if (progress.phase.kind === 'asking') {
    return <LongList progress={progress} requests={progress.phase.requests} />
  }
  return (
    <section aria-labelledby="insights-read" className="flex flex-col gap-4">
      {/* The height of the progress, so that nothing moves when it makes way for the result. */}
      <div className="flex min-h-32 flex-col gap-2">
        <h2 ref={heading} id="insights-read" tabIndex={-1} className="text-lg font-semibold">
          {m.insights_read_title()}
        </h2>
        {isOver ? (
          <p className="text-sm">{describeScan(progress)}</p>
        ) : (
          <ScanStatus
            progress={progress}
            onPause={() => list.scan.pause()}
            onResume={() => list.scan.resume()}
          >
            <Button onClick={() => list.scan.cancel()}>{m.cancel()}</Button>
            {isKeyRefused(progress) && (
              <Button onClick={onReplaceKey}>{m.account_replace()}</Button>
            )}
          </ScanStatus>
        )}
        <p className="text-sm text-muted">{notesOf(figures, progress, isOver)}</p>
      </div>
      {figures.total.tasks > 0 && (
        <Headline figures={figures} before={scopeOfBefore && isOver ? before : undefined} />
      )}
      {figures.total.tasks > 0 && (
        <Plots figures={figures} list={list} scope={scope} renderTaskLink={renderTaskLink} />
      )}
      {figures.total.tasks === 0 && kind === 'done' && isCounted && (
        <EmptyState
          icon={<ChartColumn />}
          title={m.insights_empty_title()}
          actions={progress.rows === 0 && isUnfiltered ? createPosterLink : undefined}
        >
          {emptyWords(progress.rows, isUnfiltered)}
        </EmptyState>
      )}
    </section>
  )
}

/** Why there is nothing to plot. */
function emptyWords(rows: number, isUnfiltered: boolean): string {
  if (rows > 0) return m.insights_empty_span()
  return isUnfiltered ? m.insights_empty_none() : m.insights_empty_filter()
}

/** Says how many requests a list needs that is not read by itself. The form above starts it. */
function LongList({ progress, requests }: { progress: ScanProgress; requests: number }) {
  return (
    <p role="status" className="text-sm text-muted">
      {requestWords(totalOf(progress) ?? progress.rows, progress.startedAt, requests)}
    </p>
  )
}

function isKeyRefused({ phase }: ScanProgress): boolean {
  return phase.kind === 'stuck' && isAboutKey(phase.failure)
}

/** What the plots leave out, and which figures are inferred. */
function notesOf(
  { seen, outside, undated, inferred, total }: TaskFigures,
  { rows, phase }: ScanProgress,
  isOver: boolean,
): string {
  const isStopped = phase.kind === 'stuck' || phase.kind === 'paused'
  return joinSentences(
    isStopped && total.tasks > 0 ? m.insights_so_far() : '',
    isOver && seen < rows
      ? m.insights_counting({ seen: formatNumber(seen), rows: formatNumber(rows) })
      : '',
    outside > 0 ? m.insights_outside(counted(outside)) : '',
    undated > 0 ? m.insights_undated(counted(undated)) : '',
    inferred > 0 ? m.insights_inferred(counted(inferred)) : '',
  )
}

/** The figures of a list, updated as rows come. The rows themselves are not kept. @param scope undefined: none are needed */
function useFigures(list: TaskScan, scope: InsightsScope | undefined): TaskFigures {
  const [figures, setFigures] = useState(() => new TaskTally(scope ?? {}).figures())
  useEffect(() => {
    if (scope === undefined) return undefined
    const tally = new TaskTally(scope)
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = followRows(list, (rows) => {
      tally.add(rows)
      timer ??= setTimeout(() => {
        timer = undefined
        setFigures(tally.figures())
      }, REDRAW_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [list, scope])
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
