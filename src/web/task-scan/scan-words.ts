import { type ScanDoubt, type ScanStatement, totalOf } from '#web/task-scan/scan-tally.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'

/**
 * The result of a scan in sentences (behaviour.md, "Reading everything"): how much was read and when, and what may be
 * missing.
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
