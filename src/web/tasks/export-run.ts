import type { VideoTaskListParams, VideoTaskRow } from '#contract/video-tasks.ts'
import type { ScanStatement } from '#web/api/scan-tally.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { type ExportedRow, type ExportFormat, exportWriter } from '#web/tasks/export-text.ts'
import { statusEvidence } from '#web/notices/status-evidence.ts'
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
  }: { rows: number; total: number | null; at: number; format: ExportFormat },
): string {
  const scope = [part, filter.status ?? (part === undefined ? 'all' : undefined), filter.scene]
  const count = total === null || total === rows ? `${rows}` : `${rows}-of-${total}`
  const time = new Date(at).toISOString().slice(0, 16).replace(':', '').concat('Z')
  const words = [accountName.slice(0, 30), ...scope.filter((word) => word !== undefined), count]
  return `${safeFileName(`marquee-${words.join('-')}`, '')}-${time}.${ENDINGS[format]}`
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
  /** nothing was saved, as nobody wanted it any more */
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
  try {
    await sink.write(writer.start())
    for await (const some of rows) {
      if (signal.aborted) break
      await sink.write(writer.rows(some))
      count += some.length
    }
    if (signal.aborted) {
      await sink.abort()
      return { kind: 'given-up' }
    }
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
    const name = exportFileName(scope, {
      rows: count,
      total: statement?.totalAtEnd ?? null,
      at,
      format,
    })
    await sink.close(name)
    return { kind: 'saved', name, rows: count }
  } catch {
    await sink.abort().catch(() => undefined)
    return { kind: 'not-written' }
  }
}
