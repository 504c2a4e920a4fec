import {
  type VideoTaskRow,
  FILTER_NAMES,
  type ListFilters,
  OTHER_FILTER_NAMES,
} from '#contract/video-tasks.ts'
import { type ScanStatement, totalOf } from '#web/task-list/scan/scan-tally.ts'
import type { CsvLoss } from '#web/format/csv.ts'
import { safeFileName } from '#web/format/file-name.ts'
import {
  csvLosses,
  type ExportedRow,
  type ExportFormat,
  exportWriter,
} from '#web/tasks/export/export-text.ts'
import { tasksParams } from '#web/task-list/tasks-address.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import type { AccountMarks } from '#web/task-list/task-marks.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import type { FileSink } from '#web/ui/file-sink.ts'
import { reportDefect } from '#web/api/api-error.ts'

/** The most rows of a JSON file. With more rows it has one JSON value per line. */
export const MOST_JSON_ROWS = 10_000

/** Which tasks are exported. */
export interface ExportScope {
  /** the name that the person gave the account */
  accountName: string
  filter: ListFilters
  /** what of these tasks; undefined: all of them */
  search?: TaskSearch | undefined
  /** a word for the file's name; undefined: all that the filter and the search match */
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
 * The name of a file: account, filter, number of rows, total, and time. It can never be a path.
 *
 * @param rows undefined: not known yet
 * @param total null: not known
 * @param at milliseconds since the epoch
 */
export function exportFileName(
  { accountName, filter, search, part = search && 'search' }: ExportScope,
  {
    rows,
    total,
    at,
    format,
  }: { rows: number | undefined; total: number | null; at: number; format: ExportFormat },
): string {
  const { status = part === undefined ? 'all' : undefined } = filter
  const others = OTHER_FILTER_NAMES.map((name) => filter[name])
  const scope = [part, status, ...others]
  const isAll = total === null || total === rows
  const count = isAll || rows === undefined ? rows : `${rows}-of-${total}`
  const time = new Date(at).toISOString().slice(0, 16).replace(':', '').concat('Z')
  // Shorten only the account's name. A shortened number would be wrong.
  const words = ['marquee', safeFileName(accountName.slice(0, 30), ''), ...scope, count, time]
  return `${words.filter((word) => word !== undefined).join('-')}.${ENDINGS[format]}`
}

/** Rows with their status, as far as the filter and the fields tell. */
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

/** The result of an export. */
export type ExportEnd =
  /** with what a spreadsheet does not show of the file */
  | { kind: 'saved'; name: string; rows: number; losses: ReadonlySet<CsvLoss> }
  /** the export was aborted, so there is no file */
  | { kind: 'given-up' }
  /** the browser or the disk could not save the file */
  | { kind: 'not-written' }

/**
 * Writes rows into a file as they come.
 *
 * @param reading gives the result of the scan once all rows are written; null: the rows were on the screen
 * @param signal aborts the export: there will be no file
 */
export async function runExport({
  rows,
  sink,
  format,
  scope,
  reading,
  signal,
  marks,
}: {
  rows: AsyncIterable<readonly ExportedRow[]> | Iterable<readonly ExportedRow[]>
  sink: FileSink
  format: ExportFormat
  scope: ExportScope
  reading: () => ScanStatement | null
  signal: AbortSignal
  /** of the account's tasks */
  marks: AccountMarks
}): Promise<ExportEnd> {
  const writer = exportWriter(format, marks)
  let count = 0
  const losses = new Set<CsvLoss>()
  const abort = async () => sink.abort().catch(() => undefined)
  // Do not wait for the next rows, as they may never come.
  signal.addEventListener('abort', () => void abort(), { once: true })
  try {
    await sink.write(writer.start())
    for await (const some of rows) {
      if (signal.aborted) break
      await sink.write(writer.rows(some))
      count += some.length
      for (const loss of format === 'csv' ? csvLosses(some, marks) : []) losses.add(loss)
    }
    if (signal.aborted) return { kind: 'given-up' }
    const statement = reading()
    const at = Date.now()
    const { filter, search } = scope
    const { q = null, sort = null } = tasksParams({ search })
    await sink.write(
      writer.end({
        filter: Object.fromEntries(FILTER_NAMES.map((name) => [name, filter[name] ?? null])),
        search: q,
        sort,
        exported_at: new Date(at).toISOString(),
        rows: count,
        reading: statement,
      }),
    )
    // The tasks that were read say nothing about how many match a search.
    const total = statement === null || search !== undefined ? null : totalOf(statement)
    const name = await sink.close(exportFileName(scope, { rows: count, total, at, format }))
    return { kind: 'saved', name, rows: count, losses }
  } catch (error) {
    reportDefect(error)
    if (signal.aborted) return { kind: 'given-up' }
    await abort()
    return { kind: 'not-written' }
  }
}
