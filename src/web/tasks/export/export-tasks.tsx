import { useRef, useState } from 'react'

import {
  FILTER_NAMES,
  hasFilter,
  type ListFilters,
  OTHER_FILTER_NAMES,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { csvLossWords, type CsvLoss } from '#web/format/csv.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus, describeScan } from '#web/video-task/scan-status.tsx'
import { type ScanStatement, totalOf } from '#web/task-list/scan/scan-tally.ts'
import { type TaskScan, useScanProgress } from '#web/task-list/scan/task-scan.ts'
import { openRowsScan, streamResults } from '#web/task-list/search/search-results.ts'
import { sessionMarks, useSessionMarks } from '#web/task-list/session-marks.ts'
import { useOpenTaskScan } from '#web/task-list/rows-source.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import {
  csvLosses,
  type ExportedRow,
  type ExportFormat,
  exportWriter,
} from '#web/tasks/export/export-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { openFile, type FileSink } from '#web/ui/file-sink.ts'
import { RadioList } from '#web/ui/boxes.tsx'
import { useLeave } from '#web/ui/effects.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { tasksParams } from '#web/task-list/tasks-address.ts'
import type { AccountMarks } from '#web/task-list/task-marks.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { reportDefect } from '#web/api/api-error.ts'

/** A choice of tasks. */
export interface ExportPart {
  /** of the choice, and of the file, if there are rows */
  name: string
  label: string
  help: string
  filter: ListFilters
  /** which of the tasks under the filter, and their order; undefined: all, as the service lists them */
  search?: TaskSearch | undefined
  /** null: not known */
  count: number | null
  /** the rows, if they were read before; undefined: the list is read */
  rows?: readonly ExportedRow[]
}

type FileFormat = 'csv' | 'json'

/** The progress of an export. */
type Step =
  | { kind: 'asking' }
  | { kind: 'running'; scan: TaskScan | undefined }
  | { kind: 'ended'; end: Exclude<ExportEnd, { kind: 'given-up' }>; scan: TaskScan | undefined }

/** The dialog "Export tasks": asks which tasks and which format, then writes a file. */
export function ExportTasks({
  accountName,
  filter,
  search,
  totals,
  parts,
  onClose,
}: {
  accountName: string
  /** of the list on screen */
  filter: ListFilters
  search: TaskSearch | undefined
  /** the number of tasks that the filter and the search match, and of all; null: not known */
  totals: Record<'seen' | 'all', number | null>
  /** further choices, before those for which a list is read */
  parts: readonly ExportPart[]
  onClose: () => void
}) {
  const whole = useOpenTaskScan({})?.pages.progress
  const all = totals.all ?? (whole === undefined ? null : totalOf(whole))
  // Without filters and a search, both are the same.
  const isAll = !hasFilter(filter) && search === undefined
  const choices = [
    ...parts,
    ...(isAll ? [] : [seenPart(totals.seen, filter, search)]),
    everything(all),
  ]
  const isFound = (search?.text ?? '') !== ''
  // The selection, or else what was found, or else the page.
  const onScreen = choices.find(({ name }) => name === 'selected' || (isFound && name === 'seen'))
  const { step, start } = useExport(accountName)
  return (
    <Dialog title={m.export_title()} closeLabel={m.close()} onClose={onClose}>
      {step.kind === 'asking' && (
        <ExportForm
          parts={choices}
          preselected={(onScreen ?? choices[0])?.name}
          onSubmit={(part, format) => void start(part, format)}
        />
      )}
      {step.kind === 'running' && step.scan !== undefined && (
        <ExportProgress scan={step.scan} onCancel={onClose} />
      )}
      {step.kind === 'ended' && step.end.kind === 'saved' && (
        <Banner tone="note" title={m.export_done()}>
          <p>{m.export_file({ name: step.end.name })}</p>
          {[...step.end.losses].map((loss) => (
            <p key={loss}>{csvLossWords[loss]()}</p>
          ))}
          {step.scan !== undefined && <p>{describeScan(step.scan.pages.progress)}</p>}
        </Banner>
      )}
      {step.kind === 'ended' && step.end.kind === 'not-written' && (
        <Banner tone="problem" title={m.export_failed()} />
      )}
    </Dialog>
  )
}

function seenPart(
  count: number | null,
  filter: ListFilters,
  search: TaskSearch | undefined,
): ExportPart {
  const help = count === null ? m.export_seen_help_unknown() : m.export_seen_help(counted(count))
  return { name: 'seen', label: m.export_seen(), help, filter, search, count }
}

function everything(count: number | null): ExportPart {
  const help = count === null ? m.export_all_help_unknown() : m.export_all_help(counted(count))
  return { name: 'all', label: m.export_all(), help, filter: {}, count }
}

/** Runs an export. It is aborted when the component unmounts. */
function useExport(accountName: string) {
  const session = useApiSession()
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const abort = useRef(new AbortController())
  const isStarting = useRef(false)
  useLeave(() => abort.current.abort())

  async function start(part: ExportPart, format: FileFormat) {
    // The browser may be asking where to save the file. A second click must not ask again.
    if (isStarting.current) return
    isStarting.current = true
    try {
      await exportOnce(part, format)
    } finally {
      isStarting.current = false
    }
  }

  async function exportOnce({ name, filter, search, count, rows }: ExportPart, chosen: FileFormat) {
    const isLarge = count === null || count > MOST_JSON_ROWS
    const format: ExportFormat = chosen === 'json' && isLarge ? 'ndjson' : chosen
    const scope = { accountName, filter, search, part: rows && name }
    const about = { rows: undefined, total: null, at: Date.now(), format }
    // Do this first: a browser opens its dialog only right after a click.
    const sink = await openFile(exportFileName(scope, about), EXPORT_TYPES[format], isLarge)
    const { signal } = abort.current
    if (sink === undefined) return
    if (signal.aborted) return void sink.abort()
    const scan =
      rows === undefined ? openRowsScan(session, filter, search, { isChecked: true }) : undefined
    setStep({ kind: 'running', scan })
    const reading = () => scan?.pages.progress ?? null
    const all = scan === undefined ? [rows ?? []] : rowsOf(scan, search)
    const marks = sessionMarks(session)
    const end = await runExport({ rows: all, sink, format, scope, reading, signal, marks })
    if (end.kind !== 'given-up') setStep({ kind: 'ended', end, scan })
  }

  return { step, start }
}

async function* rowsOf(
  scan: TaskScan,
  search: TaskSearch | undefined,
): AsyncGenerator<readonly ExportedRow[], void> {
  // The filter says something about a row as of its reply. The start of the scan is a lower bound for that.
  const { startedAt } = scan.pages.progress
  for await (const rows of streamResults(scan, search)) {
    yield withEvidence(rows, scan.filter, startedAt)
  }
}

function ExportForm({
  parts,
  preselected,
  onSubmit,
}: {
  parts: readonly ExportPart[]
  preselected: ExportPart['name'] | undefined
  onSubmit: (part: ExportPart, format: FileFormat) => void
}) {
  const [which, setWhich] = useState(preselected)
  const [format, setFormat] = useState<FileFormat>('csv')
  const part = parts.find(({ name }) => name === which)
  // Of a list that is to be read, only the rows that were read are known.
  const known = part?.rows === undefined ? parts : [part]
  const marks = useSessionMarks()
  const losses = csvLosses(
    known.flatMap(({ rows = [] }) => rows),
    marks,
  )
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (part !== undefined) onSubmit(part, format)
      }}
    >
      <RadioList
        legend={m.export_which()}
        name="export-which"
        value={which ?? ''}
        options={parts.map(({ name, label, help }) => ({ value: name, label, help }))}
        onChange={setWhich}
      />
      <RadioList
        legend={m.export_format()}
        name="export-format"
        value={format}
        options={[
          {
            value: 'csv',
            label: m.export_csv(),
            help: joinSentences(
              m.export_csv_help({ zone: timeZoneName() }),
              ...[...losses].map((loss) => csvLossWords[loss]()),
            ),
          },
          {
            value: 'json',
            label: m.export_json(),
            help: m.export_json_help({ most: formatNumber(MOST_JSON_ROWS) }),
          },
        ]}
        onChange={setFormat}
      />
      <Button type="submit" tone="primary" className="self-start">
        {m.export_submit()}
      </Button>
    </form>
  )
}

/** The progress of the scan behind an export. When it is paused or stuck, the rows so far can be saved. */
function ExportProgress({ scan, onCancel }: { scan: TaskScan; onCancel: () => void }) {
  const progress = useScanProgress(scan, true)
  const { kind } = progress.phase
  return (
    <ScanStatus
      progress={progress}
      onPause={() => scan.pages.pause()}
      onResume={() => scan.pages.resume()}
    >
      {(kind === 'paused' || kind === 'stuck') && (
        <Button onClick={() => scan.pages.cancel()}>{m.export_save_partial()}</Button>
      )}
      <Button onClick={onCancel}>{m.export_cancel()}</Button>
    </ScanStatus>
  )
}

/** The most rows of a JSON file. With more rows it has one JSON value per line. */
const MOST_JSON_ROWS = 10_000

/** Which tasks are exported. */
interface ExportScope {
  /** the name that the person gave the account */
  accountName: string
  filter: ListFilters
  /** what of these tasks; undefined: all of them */
  search?: TaskSearch | undefined
  /** a word for the file's name; undefined: all that the filter and the search match */
  part?: string | undefined
}

/** The MIME type of each format. */
const EXPORT_TYPES: Record<ExportFormat, string> = {
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
  return `${words.filter((word) => word !== undefined).join('-')}.${format}`
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
type ExportEnd =
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
