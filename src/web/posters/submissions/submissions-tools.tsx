import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { isOpen, type Outcome, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { useApiSession } from '#web/api/session.tsx'
import {
  csvLossWords,
  CSV_START,
  csvLoss,
  type CsvLoss,
  csvRecord,
  type CsvValue,
} from '#web/format/csv.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { stateWords } from '#web/posters/poster-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Select } from '#web/ui/select.tsx'
import { withoutKey } from '#contract/without-key.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { formatJson } from '#web/format/json-text.ts'
import { zonedIso } from '#web/format/time-zone.ts'
import { clearRecords } from '#web/poster-records/account-records.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/boxes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

/** The outcomes to filter by. A poster that is on its way counts as unknown. */
const SUBMISSION_OUTCOMES = ['created', 'refused', 'unknown', 'not-sent'] as const

/** The outcome that a poster is filtered by. */
function filterOutcome(record: PosterRecord): Outcome['kind'] {
  return outcomeOf(record)?.kind ?? 'unknown'
}

/**
 * A filter as it was chosen. Posters that matched then stay until another filter is chosen, even if their
 * outcome changes, so that no entry disappears while it is read.
 */
export interface SubmissionFilter {
  readonly outcome: Outcome['kind']
  readonly seen: ReadonlySet<string>
}

/** Creates a filter by an outcome. */
function chooseFilter(
  records: readonly PosterRecord[],
  outcome: Outcome['kind'],
): SubmissionFilter {
  const matching = records.filter((record) => filterOutcome(record) === outcome)
  return { outcome, seen: new Set(matching.map(({ id }) => id)) }
}

/** The posters that match a filter. @param filter undefined: all match */
export function filtered(
  records: readonly PosterRecord[],
  filter: SubmissionFilter | undefined,
): readonly PosterRecord[] {
  if (filter === undefined) return records
  const { outcome, seen } = filter
  return records.filter((record) => seen.has(record.id) || filterOutcome(record) === outcome)
}

/** The actions on the whole log: filter, export, clear. */
export function SubmissionsTools({
  records,
  shown,
  filter,
  onFilter,
}: {
  /** all of the log */
  records: readonly PosterRecord[]
  /** those that match the filter */
  shown: readonly PosterRecord[]
  filter: SubmissionFilter | undefined
  onFilter: (filter: SubmissionFilter | undefined) => void
}) {
  const session = useApiSession()
  const { account, posters } = usePosters()
  const [isClearing, setIsClearing] = useState(false)
  const option = (label: string, count: number) =>
    m.submissions_option({ outcome: label, count: formatNumber(count) })
  const save = (format: keyof typeof formats) => {
    const { name, content } = submissionsFile(shown, format, {
      account: account.name,
      apiKey: session.apiKey,
      outcome: filter?.outcome,
      now: Date.now(),
    })
    saveFile(name, content)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        label={m.submissions_outcome()}
        value={filter?.outcome ?? ''}
        options={[
          { value: '', label: option(m.submissions_all(), records.length) },
          ...SUBMISSION_OUTCOMES.map((outcome) => ({
            value: outcome,
            label: option(
              stateWords[outcome].word(),
              records.filter((record) => filterOutcome(record) === outcome).length,
            ),
          })),
        ]}
        onChange={(value) => {
          const outcome = SUBMISSION_OUTCOMES.find((one) => one === value)
          onFilter(outcome && chooseFilter(records, outcome))
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => save('csv')}>
          <Download aria-hidden className="size-4" />
          <span>{m.submissions_export_csv()}</span>
        </Button>
        <Button onClick={() => save('json')}>
          <Download aria-hidden className="size-4" />
          <span>{m.submissions_export_json()}</span>
        </Button>
        <Button onClick={() => setIsClearing(true)}>
          <Trash2 aria-hidden className="size-4" />
          <span>{m.submissions_clear()}</span>
        </Button>
      </div>
      {[...submissionsLosses(shown)].map((loss) => (
        <p key={loss} className="basis-full text-sm text-muted">
          {csvLossWords[loss]()}
        </p>
      ))}
      {isClearing && (
        <ClearSubmissions
          records={records.filter(({ id }) => id !== posters.sendingId)}
          onClose={() => setIsClearing(false)}
        />
      )}
    </div>
  )
}

/** The formats of an exported file, and their types. */
const formats = { csv: 'text/csv', json: 'application/json' }

/** The fields of a poster in a file. They have the specification's names if it has any. */
const fields = {
  sent_at: ({ startedAt }) => zonedIso(startedAt),
  image_url: ({ request }) => request.image_url,
  prompt: ({ request }) => request.prompt,
  outcome: filterOutcome,
  uuid: ({ state }) => (state.kind === 'created' ? state.created.uuid : null),
  remaining_points: ({ state }) =>
    state.kind === 'created' ? state.created.remainingPoints : null,
  task_type: ({ state }) => (state.kind === 'created' ? state.created.taskType : null),
  code: (record) => codeOf(outcomeOf(record)),
  message: (record) => messageOf(outcomeOf(record)),
  submission_id: ({ id }) => id,
} satisfies Record<string, (record: PosterRecord) => CsvValue>

/** What a spreadsheet does not show of the log in CSV. */
export function submissionsLosses(records: readonly PosterRecord[]): ReadonlySet<CsvLoss> {
  const losses = records.flatMap((record) =>
    Object.values(fields).map((valueOf) => csvLoss(valueOf(record))),
  )
  return new Set(losses.filter((loss) => loss !== undefined))
}

/**
 * A file of the log, in the order on screen. It does not contain the key.
 *
 * @param apiKey is removed from texts of the service that repeat it
 * @param outcome by which they are filtered; undefined: they are not
 * @param now milliseconds since the epoch
 */
export function submissionsFile(
  records: readonly PosterRecord[],
  format: keyof typeof formats,
  {
    account,
    apiKey,
    outcome,
    now,
  }: { account: string; apiKey: string; outcome?: Outcome['kind'] | undefined; now: number },
): { name: string; content: Blob } {
  const rows = records.map((record) =>
    Object.entries(fields).map(([name, valueOf]) => {
      const value = valueOf(record)
      // Before a text is cut: half a key would not be found.
      return [name, typeof value === 'string' ? withoutKey(value, apiKey) : value] as const
    }),
  )
  const text =
    format === 'csv'
      ? CSV_START +
        csvRecord(Object.keys(fields)) +
        rows.map((row) => csvRecord(row.map(([, value]) => value))).join('')
      : `${formatJson(rows.map((row) => Object.fromEntries(row)))}\n`
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  const parts = ['marquee-submissions', safeFileName(account, ''), outcome, `${time}Z`]
  return {
    name: `${parts.filter((part) => part !== undefined).join('-')}.${format}`,
    content: new Blob([text], { type: `${formats[format]};charset=utf-8` }),
  }
}

function codeOf(outcome: Outcome | null): number | string | null {
  if (outcome === null || outcome.kind === 'created' || outcome.failure === null) return null
  const { failure } = outcome
  if ('code' in failure) return failure.word ?? failure.code
  return 'status' in failure ? failure.status : null
}

function messageOf(outcome: Outcome | null): string | null {
  if (outcome?.kind === 'created') return outcome.created.message
  const failure = outcome?.failure ?? null
  return failure !== null && 'message' in failure ? failure.message : null
}

/** Asks before the log is cleared. Open submissions stay, unless the person includes them. */
function ClearSubmissions({
  records,
  onClose,
}: {
  /** those that may be removed */
  records: readonly PosterRecord[]
  onClose: () => void
}) {
  const session = useApiSession()
  const { onCleared } = usePosters().pictures
  const [withOpen, setWithOpen] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const open = records.filter(isOpen)
  const going = withOpen ? records : records.filter((record) => !isOpen(record))

  async function clear() {
    const ids = going.map(({ id }) => id)
    const isGone = await clearRecords(session, ids)
    setHasFailed(!isGone)
    if (!isGone) return
    onCleared(going)
    announce(m.submissions_cleared())
    onClose()
  }

  return (
    <Dialog title={m.submissions_clear_title()} closeLabel={m.close()} onClose={onClose} isQuestion>
      <p>
        {going.length === 0
          ? m.submissions_clear_none()
          : m.submissions_clear_count(counted(going.length))}
      </p>
      {open.length > 0 && (
        <Checkbox
          label={m.submissions_clear_open(counted(open.length))}
          help={m.submissions_clear_open_help()}
          checked={withOpen}
          onChange={setWithOpen}
        />
      )}
      {hasFailed && <Banner tone="problem" title={m.submissions_clear_failed()} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button
          tone="danger"
          size="large"
          disabled={going.length === 0}
          onClick={() => {
            void clear()
          }}
        >
          {m.submissions_clear_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}
