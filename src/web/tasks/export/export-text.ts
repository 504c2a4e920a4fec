import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { stringifyExactJson } from '#web/api/exact-json.ts'
import type { ScanStatement } from '#web/task-list/scan/scan-tally.ts'
import { CSV_START, csvLoss, type CsvLoss, csvRecord } from '#web/format/csv.ts'
import { zonedIso } from '#web/format/time-zone.ts'
import { type AccountMarks, marksOf, type TaskMarks } from '#web/task-list/task-marks.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'

/** The formats of a file. `ndjson` has one JSON value per line, for files that are too large to parse at once. */
export type ExportFormat = 'csv' | 'json' | 'ndjson'

/** A row with its status. */
export interface ExportedRow {
  row: VideoTaskRow
  /** undefined: the record could not be read */
  evidence: StatusEvidence | undefined
}

/** What a file says about its rows, at its end. */
export interface ExportAbout {
  /** the filter of the tasks */
  filter: Readonly<Record<string, string | null>>
  /** what they were searched for, and their order, as in an address; null: nothing, that of the service */
  search: string | null
  sort: string | null
  /** ISO 8601, UTC */
  exported_at: string
  rows: number
  /** the result of the scan; null: the rows were on the screen */
  reading: ScanStatement | null
}

/** The columns of a CSV file. Most are fields of the record, by their own names. */
const COLUMNS = [
  'uuid',
  'id',
  'status',
  'status_source',
  'scene',
  'price',
  'created_at',
  'updated_at',
  'completed_at',
  'elapsed_seconds',
  'video_url',
  'error_msg',
  'not_readable',
  'starred',
  'hidden',
  'note',
]

/** Writes a file of tasks, piece by piece. */
export interface ExportWriter {
  start: () => string
  rows: (rows: readonly ExportedRow[]) => string
  end: (about: ExportAbout) => string
}

/** The writer of a format. @param marks of the account's tasks */
export function exportWriter(format: ExportFormat, marks: AccountMarks): ExportWriter {
  if (format === 'csv') return csvWriter(marks)
  return format === 'json' ? jsonWriter(marks) : ndjsonWriter(marks)
}

/** What a spreadsheet does not show of rows in CSV. */
export function csvLosses(rows: readonly ExportedRow[], marks: AccountMarks): ReadonlySet<CsvLoss> {
  const losses = rows.flatMap(({ row }) => {
    if (row.kind === 'unreadable') return []
    const { uuid, id, scene, price, videoUrl, errorMsg } = row.task
    const { note } = marksOf(marks, row.task)
    return [uuid, id, scene, price, videoUrl, errorMsg, note].map(csvLoss)
  })
  return new Set(losses.filter((loss) => loss !== undefined))
}

function csvWriter(marks: AccountMarks): ExportWriter {
  return {
    start: () => CSV_START + csvRecord(COLUMNS),
    rows: (rows) => rows.map((row) => csvRow(row, marks)).join(''),
    // A last line warns if rows may be missing.
    end: ({ reading }) =>
      reading === null || reading.doubts.length === 0
        ? ''
        : csvRecord([`# incomplete: ${reading.doubts.join(', ')}`]),
  }
}

function csvRow({ row, evidence }: ExportedRow, marks: AccountMarks): string {
  if (row.kind === 'unreadable') {
    return csvRecord(COLUMNS.map((column) => (column === 'not_readable' ? 'row' : null)))
  }
  const { task } = row
  const { isStarred, isHidden, note } = marksOf(marks, task)
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  return csvRecord([
    task.uuid,
    task.id,
    evidence?.status ?? null,
    evidence?.source ?? null,
    task.scene,
    task.price,
    inShownZone(task.createdAt),
    inShownZone(task.updatedAt),
    inShownZone(task.completedAt),
    elapsed === null ? null : elapsed / 1000,
    task.videoUrl,
    task.errorMsg,
    task.unreadFields.length === 0 ? null : task.unreadFields.join(' '),
    isStarred ? 'true' : null,
    isHidden ? 'true' : null,
    note === '' ? null : note,
  ])
}

/** A time in the zone that is shown, with its offset, so that the file is clear on any device. */
function inShownZone(time: string | null): string | null {
  return time === null ? null : zonedIso(Date.parse(time))
}

function jsonWriter(marks: AccountMarks): ExportWriter {
  let isFirst = true
  return {
    start: () => '{"tasks":[',
    rows: (rows) =>
      rows
        .map((row) => {
          const separator = isFirst ? '\n' : ',\n'
          isFirst = false
          return separator + jsonRow(row, marks)
        })
        .join(''),
    end: (about) => `\n],"about":${JSON.stringify(about)}}\n`,
  }
}

function ndjsonWriter(marks: AccountMarks): ExportWriter {
  return {
    start: () => '',
    rows: (rows) => rows.map((row) => `${jsonRow(row, marks)}\n`).join(''),
    end: (about) => `${JSON.stringify({ about })}\n`,
  }
}

/** The record as the service sent it, with its status and the person's marks. */
function jsonRow({ row, evidence }: ExportedRow, marks: AccountMarks): string {
  const task = row.kind === 'task' ? row.task.raw : row.raw
  return stringifyExactJson({
    status:
      evidence === undefined
        ? null
        : {
            status: evidence.status,
            source: evidence.source,
            as_of: new Date(evidence.asOf).toISOString(),
          },
    marks: row.kind === 'task' ? marksInJson(marksOf(marks, row.task)) : null,
    task,
  })
}

function marksInJson({ isStarred, isHidden, note }: TaskMarks) {
  return { starred: isStarred, hidden: isHidden, note: note === '' ? null : note }
}
