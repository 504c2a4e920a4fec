import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import { stringifyExactJson } from '#contract/exact-json.ts'
import type { ScanStatement } from '#web/task-list/scan/scan-tally.ts'
import { CSV_START, csvLoss, type CsvLoss, csvRecord, type CsvValue } from '#web/format/csv.ts'
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

interface ExportedTask {
  task: VideoTask
  evidence: StatusEvidence | undefined
  marks: TaskMarks
}

/** The columns of a CSV file, and what they have of a task. Most are fields of the record, by their own names. */
const COLUMNS: Readonly<Record<string, (of: ExportedTask) => CsvValue>> = {
  uuid: ({ task }) => task.uuid,
  id: ({ task }) => task.id,
  status: ({ evidence }) => evidence?.status ?? null,
  status_source: ({ evidence }) => evidence?.source ?? null,
  scene: ({ task }) => task.scene,
  price: ({ task }) => task.price,
  created_at: ({ task }) => inShownZone(task.createdAt),
  updated_at: ({ task }) => inShownZone(task.updatedAt),
  completed_at: ({ task }) => inShownZone(task.completedAt),
  elapsed_seconds: ({ task }) => secondsOf(elapsedMs(task.createdAt, task.completedAt)),
  video_url: ({ task }) => task.videoUrl,
  error_msg: ({ task }) => task.errorMsg,
  not_readable: ({ task }) => task.unreadFields.join(' ') || null,
  starred: ({ marks }) => (marks.isStarred ? 'true' : null),
  hidden: ({ marks }) => (marks.isHidden ? 'true' : null),
  note: ({ marks }) => marks.note || null,
}

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
  const losses = rows.flatMap((row) => csvValues(row, marks).map(csvLoss))
  return new Set(losses.filter((loss) => loss !== undefined))
}

function csvWriter(marks: AccountMarks): ExportWriter {
  return {
    start: () => CSV_START + csvRecord(Object.keys(COLUMNS)),
    rows: (rows) => rows.map((row) => csvRecord(csvValues(row, marks))).join(''),
    // A last line warns if rows may be missing.
    end: ({ reading }) =>
      reading === null || reading.doubts.length === 0
        ? ''
        : csvRecord([`# incomplete: ${reading.doubts.join(', ')}`]),
  }
}

function csvValues({ row, evidence }: ExportedRow, accountMarks: AccountMarks): CsvValue[] {
  if (row.kind === 'unreadable') {
    return Object.keys(COLUMNS).map((column) => (column === 'not_readable' ? 'row' : null))
  }
  const { task } = row
  const marks = marksOf(accountMarks, task)
  return Object.values(COLUMNS).map((read) => read({ task, evidence, marks }))
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
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
