import { useEffect, useRef, useState } from 'react'

import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { openTaskScan, type TaskScan } from '#web/task-scan/task-scan.ts'
import { formatNumber } from '#web/format/number.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'
import { describeScan } from '#web/task-scan/scan-words.ts'
import { ExportProgress } from '#web/tasks/export/export-progress.tsx'
import {
  EXPORT_TYPES,
  type ExportEnd,
  exportFileName,
  MOST_JSON_ROWS,
  runExport,
  withEvidence,
} from '#web/tasks/export/export-run.ts'
import type { ExportedRow, ExportFormat } from '#web/tasks/export/export-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { openFile } from '#web/ui/file-sink.ts'
import { RadioList } from '#web/ui/radio-list.tsx'

/** Some rows of the screen that can be exported by themselves. */
export interface ExportPart {
  /** a word for the file's name */
  name: string
  label: string
  help: string
  rows: readonly ExportedRow[]
  /** under which they were seen; left out: under that of the list */
  filter?: Pick<VideoTaskListParams, 'status' | 'scene'>
}

/** How far an export is. */
type Step =
  | { kind: 'asking' }
  | { kind: 'running'; list: TaskScan | undefined }
  | { kind: 'ended'; end: Exclude<ExportEnd, { kind: 'given-up' }>; list: TaskScan | undefined }

/** A row count beyond which a file is written while it is read. */
const MANY_ROWS = MOST_JSON_ROWS

/** The dialog "Export tasks": which ones, as what, then a file to take away. */
export function ExportTasks({
  accountName,
  filter,
  total,
  parts,
  onClose,
}: {
  accountName: string
  filter: Pick<VideoTaskListParams, 'status' | 'scene'>
  /** of the tasks under the filter; null: not known */
  total: number | null
  /** beside everything under the filter; the first is chosen at first */
  parts: readonly ExportPart[]
  onClose: () => void
}) {
  const session = useApiSession()
  const [which, setWhich] = useState(parts[0]?.name ?? ALL)
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const wish = useRef(new AbortController())
  const isStarting = useRef(false)
  useEffect(() => {
    // A dialog that is closed wants no file any more.
    const { current } = wish
    return () => current.abort()
  }, [])
  const part = parts.find(({ name }) => name === which)

  async function start() {
    // A second click while the browser asks where to: there is one file.
    if (isStarting.current) return
    isStarting.current = true
    try {
      await exportOnce()
    } finally {
      isStarting.current = false
    }
  }

  async function exportOnce() {
    const count = part?.rows.length ?? total
    const isMany = count === null || count > MANY_ROWS
    const kind: ExportFormat = format === 'json' && isMany ? 'ndjson' : format
    const scope = { accountName, filter: part?.filter ?? filter, part: part?.name }
    const name = exportFileName(scope, {
      rows: undefined,
      total: null,
      at: Date.now(),
      format: kind,
    })
    // A browser opens its dialog only right after a click.
    const sink = await openFile(name, EXPORT_TYPES[kind], isMany)
    const { signal } = wish.current
    if (sink === undefined) return
    if (signal.aborted) return void sink.abort()
    const list = part === undefined ? openTaskScan(session, filter) : undefined
    setStep({ kind: 'running', list })
    const reading = () => list?.scan.progress ?? null
    const rows = list === undefined ? [part?.rows ?? []] : rowsOf(list)
    const end = await runExport({ rows, sink, format: kind, scope, reading, signal })
    if (end.kind !== 'given-up') setStep({ kind: 'ended', end, list })
  }

  return (
    <Dialog title={m.export_title()} closeLabel={m.close()} onClose={onClose}>
      {step.kind === 'asking' && (
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void start()
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
                help: m.export_csv_help({ zone: timeZoneName() }),
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
      )}
      {step.kind === 'running' && step.list !== undefined && (
        <ExportProgress list={step.list} onCancel={onClose} />
      )}
      {step.kind === 'ended' && step.end.kind === 'saved' && (
        <Banner tone="note" title={m.export_done()}>
          <p>{m.export_file({ name: step.end.name })}</p>
          {step.list !== undefined && <p>{describeScan(step.list.scan.progress)}</p>}
        </Banner>
      )}
      {step.kind === 'ended' && step.end.kind === 'not-written' && (
        <Banner tone="problem" title={m.export_failed()} />
      )}
    </Dialog>
  )
}

const ALL = 'all'

async function* rowsOf(list: TaskScan): AsyncGenerator<readonly ExportedRow[], void> {
  // At least so old is what the filter says of them.
  const { startedAt } = list.scan.progress
  for await (const rows of list.rows()) yield withEvidence(rows, list.filter, startedAt)
}
