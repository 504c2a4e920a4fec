import { type ReactNode, useId } from 'react'

import type { ScanProgress } from '#web/task-list/scan/list-scan.ts'
import { isScanOver, type TaskScan, useScanProgress } from '#web/task-list/scan/task-scan.ts'
import { type ScanStatement, isWhole, totalOf } from '#web/task-list/scan/scan-tally.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock, formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** The progress of a scan: how far it is, why it waits, and buttons to pause and resume. */
export function ScanStatus({
  progress,
  isLine = false,
  onPause,
  onResume,
  children,
}: {
  progress: ScanProgress
  /** in one line, as high as the verdict that follows; a failure is below it */
  isLine?: boolean
  onPause: () => void
  onResume: () => void
  /** more buttons */
  children?: ReactNode
}) {
  const textId = useId()
  const { phase, rows, pagesRead, pageCount } = progress
  const isFailed = phase.kind === 'stuck'
  const isStopped = isFailed || phase.kind === 'paused'
  const resumeLabel = isFailed ? m.retry() : m.scan_resume()
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div
        className={
          isLine
            ? 'relative flex min-h-control items-center gap-3 [&>[role=progressbar]]:absolute [&>[role=progressbar]]:inset-x-0 [&>[role=progressbar]]:-top-1 [&>[role=progressbar]]:h-1'
            : 'contents'
        }
      >
        <ProgressBar
          aria-labelledby={textId}
          max={pageCount ?? undefined}
          value={pageCount === null ? undefined : Math.min(pagesRead, pageCount)}
        />
        {/* Of one height, so that nothing moves when the text changes. */}
        <p
          id={textId}
          className={classNames(
            'text-muted tabular-nums',
            isLine ? 'min-w-0 grow leading-4' : 'min-h-10',
          )}
        >
          {inWords(progress)}
        </p>
        {isFailed && !isLine && <FailureText failure={phase.failure} />}
        <div className={classNames('flex gap-2', !isLine && 'flex-wrap')}>
          <Button onClick={isStopped ? onResume : onPause}>
            {isStopped ? resumeLabel : m.scan_pause()}
          </Button>
          {children}
        </div>
      </div>
      {isFailed && isLine && <FailureText failure={phase.failure} />}
    </div>
  )

  function inWords(statement: ScanProgress): string {
    const read = formatNumber(rows)
    const total = totalOf(statement)
    if (phase.kind === 'waiting') {
      const { until, failure } = phase
      const isAskedTo = 'retryAt' in failure && failure.retryAt !== null
      const waits = isAskedTo || failure.kind === 'rate-limited'
      const words = waits ? m.scan_waiting : m.scan_trying_again
      return words({ rows: read, time: formatClockSeconds(until) })
    }
    if (phase.kind === 'stuck') return m.scan_stuck({ rows: read })
    if (phase.kind === 'paused') return m.scan_paused({ rows: read })
    if (phase.kind === 'checking') return m.scan_checking({ rows: read })
    if (total === null) return m.scan_reading({ rows: read })
    return m.scan_reading_of({ rows: read, total: formatNumber(total) })
  }
}

/** The result of a scan: one verdict and, where tasks may be missing, why. */
function ScanVerdict({ statement }: { statement: ScanStatement }) {
  const verdict = scanVerdict(statement)
  if (isWhole(statement))
    return (
      <p role="status" className="min-h-control content-center text-sm text-muted">
        {verdict}
      </p>
    )
  return (
    <details className="text-sm text-muted">
      <summary className="min-h-control w-fit content-center rounded-control">
        <span role="status" className="mr-2">
          {verdict}
        </span>
        <span className="text-ink underline">{m.scan_why()}</span>
      </summary>
      <p className="max-w-prose">{describeScan(statement)}</p>
    </details>
  )
}

/** How much of a list a scan has read, in one verdict. */
export function scanVerdict(statement: ScanStatement): string {
  const { rows: count, unreadable, endedAt, keptSince } = statement
  const rows = formatNumber(count)
  const time = formatClock(endedAt ?? Date.now(), keptSince)
  const ofWhole = () => (count === 0 ? m.scan_empty({ time }) : m.scan_all({ count, rows, time }))
  return joinSentences(
    isWhole(statement) ? ofWhole() : m.scan_some({ count, rows }),
    unreadable > 0 ? m.scan_unreadable(counted(unreadable)) : '',
  )
}

/**
 * The result of a scan in sentences: how much was read and when, and what may be missing.
 */
export function describeScan(statement: ScanStatement): string {
  const { rows, duplicates, unreadable, endedAt, doubts } = statement
  const read = formatNumber(rows)
  const time = formatClock(endedAt ?? Date.now())
  const total = totalOf(statement)
  const readUntil = () =>
    total === null
      ? m.scan_rows({ count: rows, rows: read, time })
      : m.scan_rows_of({ rows: read, total: formatNumber(total), time })
  return joinSentences(
    doubts.length === 0 ? m.scan_whole({ count: rows, rows: read, time }) : readUntil(),
    ...doubts.map((doubt) => doubtWords[doubt](statement)),
    duplicates > 0 ? m.scan_duplicates(counted(duplicates)) : '',
    unreadable > 0 ? m.scan_unreadable(counted(unreadable)) : '',
  )
}

const figure = (total: number | null) => (total === null ? '—' : formatNumber(total))

const doubtWords: Record<ScanStatement['doubts'][number], (statement: ScanStatement) => string> = {
  unfinished: () => m.scan_unfinished(),
  'no-total': () => m.scan_no_total(),
  'total-moved': ({ totalAtStart, totalAtEnd }) =>
    m.scan_total_moved({ from: figure(totalAtStart), to: figure(totalAtEnd) }),
  'count-differs': () => m.scan_count_differs(),
  'total-disproved': ({ disprovedTotal }) =>
    m.scan_total_disproved({ total: figure(disprovedTotal) }),
  'rows-moved': () => m.scan_rows_moved(),
  'read-once': () => m.scan_read_once(),
  'without-id': () => m.scan_without_id(),
}

/** A scan from its question, if the list is long, to its result. */
export function ScanReport({
  scan,
  isLine = false,
  onCancel,
  children,
}: {
  scan: TaskScan
  /** its progress has one line */
  isLine?: boolean
  /** by default, what was read stays */
  onCancel?: () => void
  /** more buttons while it is read */
  children?: ReactNode
}) {
  const progress = useScanProgress(scan, true)
  const { phase, rows, pagesRead } = progress
  if (phase.kind === 'asking') {
    const total = formatNumber(totalOf(progress) ?? rows)
    const requests = formatNumber(phase.requests)
    return (
      <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <p>
          {phase.isEndKnown
            ? m.search_asks({ total, requests })
            : m.scan_asks({ rows: formatNumber(rows), requests: formatNumber(pagesRead) })}
        </p>
        <Button tone="primary" onClick={() => scan.pages.resume()}>
          {phase.isEndKnown ? m.scan_read_rest() : m.scan_read_on({ requests })}
        </Button>
      </div>
    )
  }
  if (isScanOver(progress)) {
    return (
      <div className="flex items-start gap-3">
        <ScanVerdict statement={progress} />
        {isLine && phase.kind === 'cancelled' && (
          <Button onClick={() => scan.pages.resume()}>{m.scan_read_rest()}</Button>
        )}
      </div>
    )
  }
  return (
    <ScanStatus
      progress={progress}
      isLine={isLine}
      onPause={() => scan.pages.pause()}
      onResume={() => scan.pages.resume()}
    >
      <Button onClick={onCancel ?? (() => scan.pages.cancel())}>{m.cancel()}</Button>
      {children}
    </ScanStatus>
  )
}
