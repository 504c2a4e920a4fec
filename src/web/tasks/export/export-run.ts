import type { VideoTaskListParams, VideoTaskRow } from '#contract/video-tasks.ts'
import { type ScanStatement, totalOf } from '#web/task-scan/scan-tally.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { type ExportedRow, type ExportFormat, exportWriter } from '#web/tasks/export/export-text.ts'
import { statusEvidence } from '#web/video-task/status-evidence.ts'
import type { FileSink } from '#web/ui/file-sink.ts'

/** More rows than this are one JSON value a line. */
export const MOST_JSON_ROWS = 10_000

/** Which tasks are exported: under which filter, and whose. */
export interface ExportScope {
  /** as the person calls it */
  accountName: string
  filter: Pick<VideoTaskListParams, 'status' | 'scene'>
  /** a word for the file's name where it is not the whole list; undefined: it is */
  part?: string | undefined
}

const ENDINGS: Record<ExportFormat, string> = { csv: 'csv', json: 'json', ndjson: 'ndjson' }

/** The MIME type of each format. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
}

/**
 * A file's name: account, filter, how many of how many, and when. Nothing in it can be a path.
 *
 * @param rows undefined: nobody knows yet
 * @param total null: not known
 * @param at milliseconds since the epoch
 */
export function exportFileName(
  { accountName, filter, part }: ExportScope,
  {
    rows,
    total,
    at,
    format,
  }: { rows: number | undefined; total: number | null; at: number; format: ExportFormat },
): string {
  const scope = [part, filter.status ?? (part === undefined ? 'all' : undefined), filter.scene]
  const isAll = total === null || total === rows
  const count = isAll || rows === undefined ? rows : `${rows}-of-${total}`
  const time = new Date(at).toISOString().slice(0, 16).replace(':', '').concat('Z')
  // Only what is foreign is shortened: a number that is cut would be another one.
  const words = ['marquee', safeFileName(accountName.slice(0, 30), ''), ...scope, count, time]
  return `${words.filter((word) => word !== undefined).join('-')}.${ENDINGS[format]}`
}

/** Rows of the list under a filter, each with what that says of its status. */
export function withEvidence(
  rows: readonly VideoTaskRow[],
  filter: ExportScope['filter'],
  readAt: number,
): ExportedRow[] {
  return rows.map((row) => ({
    row,
    evidence:
      row.kind === 'task' ? statusEvidence(row.task, { filter: filter.status, readAt }) : undefined,
  }))
}

/** How an export ended. */
export type ExportEnd =
  | { kind: 'saved'; name: string; rows: number }
  /** there is no file, as nobody wanted it any more */
  | { kind: 'given-up' }
  /** the browser or the disk refused */
  | { kind: 'not-written' }

/**
 * Writes rows into a file as they come.
 *
 * @param reading how the reading of the whole list has gone, once the rows are at their end; null: they
 *   were on the screen
 * @param signal aborted: there is to be no file
 */
export async function runExport({
  rows,
  sink,
  format,
  scope,
  reading,
  signal,
}: {
  rows: AsyncIterable<readonly ExportedRow[]> | Iterable<readonly ExportedRow[]>
  sink: FileSink
  format: ExportFormat
  scope: ExportScope
  reading: () => ScanStatement | null
  signal: AbortSignal
}): Promise<ExportEnd> {
  const writer = exportWriter(format)
  let count = 0
  const abort = async () => sink.abort().catch(() => undefined)
  // At once: the next rows may never come.
  signal.addEventListener('abort', () => void abort(), { once: true })
  try {
    await sink.write(writer.start())
    for await (const some of rows) {
      if (signal.aborted) break
      // A piece is whole records: no key is torn in two.
      await sink.write(writer.rows(some))
      count += some.length
    }
    if (signal.aborted) return { kind: 'given-up' }
    const statement = reading()
    const at = Date.now()
    const { status = null, scene = null } = scope.filter
    await sink.write(
      writer.end({
        filter: { status, scene },
        exported_at: new Date(at).toISOString(),
        rows: count,
        reading: statement,
      }),
    )
    const total = statement === null ? null : totalOf(statement)
    const name = await sink.close(exportFileName(scope, { rows: count, total, at, format }))
    return { kind: 'saved', name, rows: count }
  } catch {
    if (signal.aborted) return { kind: 'given-up' }
    await abort()
    return { kind: 'not-written' }
  }
}
