import type { Batch } from '#web/poster-records/queue.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { FollowedLine } from '#web/posters/follow/followed-poster.tsx'
import { sceneName, shortAddress, stateWords } from '#web/posters/poster-words.tsx'
import { type ShownState, stateOf } from '#web/posters/submissions/submission-state.ts'
import { useFollowedTask } from '#web/posters/posters-context.ts'

/** One poster of a batch, and its state as it is shown. */
export interface BatchRow {
  readonly record: PosterRecord
  readonly state: ShownState
}

/**
 * The rows of a batch.
 *
 * @param records its posters
 * @param sendingId id of the poster that this tab waits for
 */
export function rowsOf(
  { phase }: Batch,
  records: readonly PosterRecord[],
  sendingId: string | null,
): BatchRow[] {
  return records.map((record) => {
    const state = stateOf(record, record.id === sendingId)
    // When the batch is over, posters that waited were not sent.
    return { record, state: phase.kind === 'over' && state === 'queued' ? 'not-sent' : state }
  })
}

/** The ID of the task of a row; undefined: none was created. */
export function uuidOf({ record: { state } }: BatchRow): string | undefined {
  return state.kind === 'created' ? state.created.uuid : undefined
}

/** "Created 4", "Waiting 2", …: only states that occur. */
export function countWords(rows: readonly BatchRow[]): string[] {
  const counts = new Map<ShownState, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Array.from(counts, ([state, count]) =>
    m.batch_count({ state: stateWords[state].word(), count: formatNumber(count) }),
  )
}

/** A row for each poster, in the order of sending. */
export function BatchRows({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <ol aria-label={m.batch_rows()} className="rounded-panel border border-line bg-surface text-sm">
      {rows.map((row) => (
        <Row key={row.record.id} row={row} />
      ))}
    </ol>
  )
}

function Row({ row }: { row: BatchRow }) {
  const { record, state } = row
  const detail = detailOf(row)
  const { image_url, prompt } = record.request
  const { word, icon: Icon, tint } = stateWords[state]
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
        {followed !== undefined && <FollowedLine followed={followed} sentAt={record.startedAt} />}
        <span className="min-w-0 truncate text-muted" title={detail}>
          <bdi lang="">{detail}</bdi>
        </span>
      </div>
    </li>
  )
}

/** The reply of the service in one line; '': nothing. The log has all of it. */
function detailOf({ record: { state } }: BatchRow): string {
  switch (state.kind) {
    case 'skipped':
      return m.batch_left_out_text()
    case 'created':
      return showUntrusted(state.created.uuid, CELL_LENGTH)
    case 'refused':
      return 'message' in state.failure ? showUntrusted(state.failure.message, CELL_LENGTH) : ''
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'not-sent':
      return ''
  }
}
