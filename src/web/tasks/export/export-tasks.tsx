import { useRef, useState } from 'react'

import type { ListFilters } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { csvLossWords } from '#web/format/csv.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus, describeScan } from '#web/video-task/scan-status.tsx'
import { openTaskScan, type TaskScan, useScanProgress } from '#web/task-list/scan/task-scan.ts'
import {
  EXPORT_TYPES,
  type ExportEnd,
  exportFileName,
  type ExportScope,
  MOST_JSON_ROWS,
  runExport,
  withEvidence,
} from '#web/tasks/export/export-run.ts'
import { csvLosses, type ExportedRow, type ExportFormat } from '#web/tasks/export/export-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { openFile } from '#web/ui/file-sink.ts'
import { RadioList } from '#web/ui/radio-list.tsx'
import { useLeave } from '#web/ui/effects.ts'

/** Rows that were read before, so that they can be exported without reading the list. */
export interface ExportPart {
  /** a word for the file's name */
  name: string
  label: string
  help: string
  rows: readonly ExportedRow[]
  /** the filter of these rows; by default that of the list */
  filter?: ListFilters
}

/** What to export. */
interface ExportRequest {
  /** undefined: every task under the filter */
  part: ExportPart | undefined
  format: 'csv' | 'json'
}

/** The progress of an export. */
type Step =
  | { kind: 'asking' }
  | { kind: 'running'; list: TaskScan | undefined }
  | { kind: 'ended'; end: Exclude<ExportEnd, { kind: 'given-up' }>; list: TaskScan | undefined }

/** The option value for the whole list. */
const ALL = 'all'

/** The dialog "Export tasks": asks which tasks and which format, then writes a file. */
export function ExportTasks({
  accountName,
  filter,
  total,
  parts,
  onClose,
}: {
  accountName: string
  filter: ListFilters
  /** the number of tasks under the filter; null: not known */
  total: number | null
  /** further choices besides everything under the filter; the first is the default */
  parts: readonly ExportPart[]
  onClose: () => void
}) {
  const { step, start } = useExport({ accountName, filter }, total)
  return (
    <Dialog title={m.export_title()} closeLabel={m.close()} onClose={onClose}>
      {step.kind === 'asking' && (
        <ExportForm total={total} parts={parts} onSubmit={(request) => void start(request)} />
      )}
      {step.kind === 'running' && step.list !== undefined && (
        <ExportProgress list={step.list} onCancel={onClose} />
      )}
      {step.kind === 'ended' && step.end.kind === 'saved' && (
        <Banner tone="note" title={m.export_done()}>
          <p>{m.export_file({ name: step.end.name })}</p>
          {[...step.end.losses].map((loss) => (
            <p key={loss}>{csvLossWords[loss]()}</p>
          ))}
          {step.list !== undefined && <p>{describeScan(step.list.scan.progress)}</p>}
        </Banner>
      )}
      {step.kind === 'ended' && step.end.kind === 'not-written' && (
        <Banner tone="problem" title={m.export_failed()} />
      )}
    </Dialog>
  )
}

/** Runs an export. It is aborted when the component unmounts. */
function useExport({ accountName, filter }: Omit<ExportScope, 'part'>, total: number | null) {
  const session = useApiSession()
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const abort = useRef(new AbortController())
  const isStarting = useRef(false)
  useLeave(() => abort.current.abort())

  async function start(request: ExportRequest) {
    // The browser may be asking where to save the file. A second click must not ask again.
    if (isStarting.current) return
    isStarting.current = true
    try {
      await exportOnce(request)
    } finally {
      isStarting.current = false
    }
  }

  async function exportOnce({ part, format: chosen }: ExportRequest) {
    const count = part?.rows.length ?? total
    const isLarge = count === null || count > MOST_JSON_ROWS
    const format: ExportFormat = chosen === 'json' && isLarge ? 'ndjson' : chosen
    const scope = { accountName, filter: part?.filter ?? filter, part: part?.name }
    const name = exportFileName(scope, { rows: undefined, total: null, at: Date.now(), format })
    // Do this first: a browser opens its dialog only right after a click.
    const sink = await openFile(name, EXPORT_TYPES[format], isLarge)
    const { signal } = abort.current
    if (sink === undefined) return
    if (signal.aborted) return void sink.abort()
    const list = part === undefined ? openTaskScan(session, filter) : undefined
    setStep({ kind: 'running', list })
    const reading = () => list?.scan.progress ?? null
    const rows = list === undefined ? [part?.rows ?? []] : rowsOf(list)
    const end = await runExport({ rows, sink, format, scope, reading, signal })
    if (end.kind !== 'given-up') setStep({ kind: 'ended', end, list })
  }

  return { step, start }
}

async function* rowsOf(list: TaskScan): AsyncGenerator<readonly ExportedRow[], void> {
  // The filter says something about a row as of its reply. The start of the scan is a lower bound for that.
  const { startedAt } = list.scan.progress
  for await (const rows of list.rows()) yield withEvidence(rows, list.filter, startedAt)
}

function ExportForm({
  total,
  parts,
  onSubmit,
}: {
  total: number | null
  parts: readonly ExportPart[]
  onSubmit: (request: ExportRequest) => void
}) {
  const [which, setWhich] = useState(parts[0]?.name ?? ALL)
  const [format, setFormat] = useState<ExportRequest['format']>('csv')
  const part = parts.find(({ name }) => name === which)
  // Of the whole list, only the rows that were read are known before it is exported.
  const losses = csvLosses((part === undefined ? parts : [part]).flatMap(({ rows }) => rows))
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({ part, format })
      }}
    >
      <RadioList
        legend={m.export_which()}
        name="export-which"
        value={which}
        options={[
          ...parts.map(({ name, label, help }) => ({ value: name, label, help })),
          {
            value: ALL,
            label: m.export_all(),
            help:
              total === null
                ? m.export_all_help_unknown()
                : m.export_all_help({ count: total, shown: formatNumber(total) }),
          },
        ]}
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
function ExportProgress({ list, onCancel }: { list: TaskScan; onCancel: () => void }) {
  const progress = useScanProgress(list, true)
  const { kind } = progress.phase
  return (
    <ScanStatus
      progress={progress}
      onPause={() => list.scan.pause()}
      onResume={() => list.scan.resume()}
    >
      {(kind === 'paused' || kind === 'stuck') && (
        <Button onClick={() => list.scan.cancel()}>{m.export_save_partial()}</Button>
      )}
      <Button onClick={onCancel}>{m.export_cancel()}</Button>
    </ScanStatus>
  )
}
