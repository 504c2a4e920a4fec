import { type ReactNode, useId } from 'react'

import type { ScanProgress } from '#web/task-list/scan/list-scan.ts'
import { type ScanDoubt, type ScanStatement, totalOf } from '#web/task-list/scan/scan-tally.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock, formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** The progress of a scan: how far it is, why it waits, and buttons to pause and resume. */
export function ScanStatus({
  progress,
  onPause,
  onResume,
  children,
}: {
  progress: ScanProgress
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
      <ProgressBar
        aria-labelledby={textId}
        max={pageCount ?? undefined}
        value={pageCount === null ? undefined : Math.min(pagesRead, pageCount)}
      />
      {/* Two lines high, so that nothing moves when the text changes. */}
      <p id={textId} className="min-h-10 text-muted tabular-nums">
        {inWords(progress)}
      </p>
      {isFailed && <FailureText failure={phase.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={isStopped ? onResume : onPause}>
          {isStopped ? resumeLabel : m.scan_pause()}
        </Button>
        {children}
      </div>
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
    ...doubts.map((doubt) => doubtInWords(doubt, statement)),
    duplicates > 0 ? m.scan_duplicates({ count: duplicates, shown: formatNumber(duplicates) }) : '',
    unreadable > 0 ? m.scan_unreadable({ count: unreadable, shown: formatNumber(unreadable) }) : '',
  )
}

function doubtInWords(
  doubt: ScanDoubt,
  { totalAtStart, totalAtEnd, disprovedTotal }: ScanStatement,
): string {
  const figure = (total: number | null) => (total === null ? '—' : formatNumber(total))
  switch (doubt) {
    case 'unfinished':
      return m.scan_unfinished()
    case 'no-total':
      return m.scan_no_total()
    case 'total-moved':
      return m.scan_total_moved({ from: figure(totalAtStart), to: figure(totalAtEnd) })
    case 'count-differs':
      return m.scan_count_differs()
    case 'total-disproved':
      return m.scan_total_disproved({ total: figure(disprovedTotal) })
    case 'rows-moved':
      return m.scan_rows_moved()
    case 'read-once':
      return m.scan_read_once()
    case 'without-id':
      return m.scan_without_id()
  }
}
