import { CircleMinus, Hourglass, type LucideIcon } from 'lucide-react'

import { isOpen, type Submission } from '#web/submissions/submission.ts'
import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { Batch, BatchItem } from '#web/posters/batch/batch.ts'
import { FollowedLine } from '#web/posters/follow/followed-poster.tsx'
import { useFollowedTask } from '#web/posters/follow/use-followed-tasks.ts'
import { sceneName } from '#web/posters/scenes/scene-name.ts'
import type { SubmissionState } from '#web/posters/submissions/submission-state.ts'
import { shortAddress, submissionWords } from '#web/posters/submissions/submission-words.ts'

/** The state of one poster of a batch, as it is shown. */
export type RowState = SubmissionState | 'waiting' | 'left-out'

const words: Record<RowState, { word: () => string; icon: LucideIcon; tint: string }> = {
  ...submissionWords,
  waiting: { word: m.batch_waiting, icon: Hourglass, tint: 'text-muted' },
  'left-out': { word: m.batch_left_out, icon: CircleMinus, tint: 'text-muted' },
}

/** One poster of a batch with what is known now. The log may know more than the batch. */
export interface BatchRow {
  readonly item: BatchItem
  readonly state: RowState
  /** undefined: it was not sent, or it was removed from the log */
  readonly submission: Submission | undefined
}

/**
 * The rows of a batch. The outcome of each poster is in the log under its id.
 *
 * @param flyingId id of the submission that this tab waits for
 */
export function rowsOf(
  { items, phase }: Batch,
  recorded: readonly Submission[],
  flyingId: string | null,
): BatchRow[] {
  const byId = new Map(recorded.map((submission) => [submission.id, submission]))
  return items.map((item) => {
    const submission = byId.get(item.id)
    const state = stateNow(item, submission, flyingId)
    // When the batch is over, posters that waited were not sent.
    return {
      item,
      submission,
      state: phase.kind === 'over' && state === 'waiting' ? 'not-sent' : state,
    }
  })
}

function stateNow(
  { id, state }: BatchItem,
  submission: Submission | undefined,
  flyingId: string | null,
): RowState {
  const outcome = submission?.outcome
  if (submission !== undefined && !isOpen(submission) && outcome) return outcome.kind
  if (state === 'started' || state === 'unknown') return id === flyingId ? 'on-its-way' : 'unknown'
  return state
}

/** The ID of the task of a row; undefined: none was created. */
export function uuidOf({ submission }: Pick<BatchRow, 'submission'>): string | undefined {
  const outcome = submission?.outcome
  return outcome?.kind === 'created' ? outcome.created.uuid : undefined
}

/** "Created 4", "Waiting 2", …: only states that occur. */
export function countWords(rows: readonly BatchRow[]): string[] {
  const counts = new Map<RowState, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Array.from(counts, ([state, count]) =>
    m.batch_count({ state: words[state].word(), count: formatNumber(count) }),
  )
}

/** A row for each poster, in the order of sending. */
export function BatchRows({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <ol aria-label={m.batch_rows()} className="rounded-panel border border-line bg-surface text-sm">
      {rows.map((row) => (
        <Row key={row.item.id} row={row} />
      ))}
    </ol>
  )
}

function Row({ row }: { row: BatchRow }) {
  const { item, state } = row
  const detail = detailOf(row)
  const { image_url, prompt } = item.request
  const { word, icon: Icon, tint } = words[state]
  const followed = useFollowedTask(uuidOf(row))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <span className="inline-flex w-28 shrink-0 items-center gap-1.5 font-medium">
        <Icon aria-hidden className={`size-4 shrink-0 ${tint}`} />
        <span>{word()}</span>
      </span>
      <span className="shrink-0">
        <span>{`${sceneName(prompt)} `}</span>
        <span className="font-mono text-xs text-muted">{prompt}</span>
      </span>
      <span
        title={showUntrusted(image_url, DETAIL_LENGTH)}
        className="min-w-0 wrap-anywhere text-muted"
      >
        <bdi lang="">{shortAddress(image_url)}</bdi>
      </span>
      {/* The second line has its height in advance, so that the rows below do not move. */}
      <div className="flex min-h-6 min-w-0 basis-full flex-wrap items-center gap-x-3">
        {followed !== undefined && (
          <FollowedLine followed={followed} sentAt={row.submission?.startedAt ?? 0} />
        )}
        <span className="min-w-0 truncate text-muted" title={detail}>
          <bdi lang="">{detail}</bdi>
        </span>
      </div>
    </li>
  )
}

/** The reply of the service in one line; '': nothing. The log has all of it. */
function detailOf({ state, submission }: BatchRow): string {
  if (state === 'left-out') return m.batch_left_out_text()
  const outcome = submission?.outcome
  if (outcome?.kind === 'created') return showUntrusted(outcome.created.uuid, CELL_LENGTH)
  if (outcome?.kind !== 'refused' || !('message' in outcome.failure)) return ''
  return showUntrusted(outcome.failure.message, CELL_LENGTH)
}
