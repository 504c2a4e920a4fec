import { type ReactNode, useId, useRef } from 'react'

import { type Batch, recordsOf } from '#web/poster-records/queue.ts'
import { lastBalance, type PosterRecord } from '#web/poster-records/record.ts'
import type { PosterSender } from '#web/poster-records/sender.ts'
import type { PosterRecords } from '#web/poster-records/use-poster-records.ts'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { formatNumber } from '#web/format/number.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { ContactSheet } from '#web/posters/batch/contact-sheet.tsx'
import type { WantedPoster } from '#web/posters/batch/batch-plan.ts'
import type { BatchPlanViewProps } from '#web/posters/batch/batch-plan-view.tsx'
import { holdAdvice, phaseWords, progressOf } from '#web/posters/batch/batch-words.ts'
import { FollowedLine } from '#web/posters/follow/followed-line.tsx'
import { LowBalance } from '#web/posters/points-limit.tsx'
import {
  sceneName,
  shortAddress,
  type ShownState,
  stateOf,
  stateWords,
} from '#web/posters/poster-words.tsx'
import { useFollowedTask } from '#web/posters/posters-context.ts'
import { PlanPayer } from '#web/posters/price.tsx'
import { Button } from '#web/ui/button.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useChange } from '#web/ui/effects.ts'

/** A batch that is running, paused or over, with a row for each poster. */
export function BatchProgress({
  batch,
  sender,
  posters: { own, log, sendingId, isSending, isKept },
  payment,
  onResume,
  onReplaceKey,
  onPlanRest,
  onNew,
}: {
  batch: Batch
  sender: PosterSender
  posters: PosterRecords
  payment: BatchPlanViewProps['payment']
  /** undefined: the limit cannot be read */
  onResume: (() => void) | undefined
  onReplaceKey: () => void
  /** @param rest the posters that were certainly not created */
  onPlanRest: (rest: readonly WantedPoster[]) => void
  /** @param rest as for onPlanRest */
  onNew: (rest: readonly WantedPoster[]) => void
}) {
  const id = useId()
  const { phase } = batch
  const title = useRef<HTMLHeadingElement>(null)
  const records = recordsOf(batch, own)
  const rows = rowsOf(batch, records, sendingId)
  const rest = rows
    .filter(({ state }) => state === 'queued' || state === 'not-sent')
    .map(({ record: { request, retryOf } }) => ({ request, retryOf }))
  // The focused button goes away with its phase.
  useChange(phase.kind, () => catchFocus(title.current))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 rounded-panel border border-line bg-surface px-4 py-4">
        <h3 id={id} ref={title} tabIndex={-1} className="text-base font-semibold wrap-anywhere">
          {phaseWords(phase, rest.length)}
        </h3>
        <Progress records={records} />
        <p className="text-sm text-muted tabular-nums">{countWords(rows).join(' · ')}</p>
        {phase.kind === 'held' && (
          <Held
            why={phase.why}
            payer={
              <PlanPayer
                payer={payment.payer}
                posters={records.filter(({ state }) => state.kind === 'queued')}
                records={log?.records}
              />
            }
            limitField={payment.limitField}
            onResume={log === undefined || isSending ? undefined : onResume}
            onReplaceKey={onReplaceKey}
          />
        )}
        {/* Buttons that go away with the phase are last, so that no other button moves under the pointer. */}
        {phase.kind === 'over' && <LowBalance balance={lastBalance(log?.records ?? [])} />}
        {phase.kind === 'over' ? (
          <div className="flex flex-wrap gap-2">
            {rest.length > 0 && (
              <Button tone="primary" onClick={() => onPlanRest(rest)}>
                {m.batch_plan_rest()}
              </Button>
            )}
            <Button tone={rest.length > 0 ? 'plain' : 'primary'} onClick={() => onNew(rest)}>
              {m.batch_new()}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => sender.stop()}>{m.batch_stop()}</Button>
            {phase.kind === 'running' && (
              <Button
                aria-disabled={phase.next !== 'go-on'}
                onClick={() => {
                  if (phase.next === 'go-on') sender.pause()
                }}
              >
                {m.batch_pause()}
              </Button>
            )}
          </div>
        )}
        {!isKept && phase.kind !== 'over' && (
          <p className="text-sm text-muted">{m.batch_not_kept()}</p>
        )}
      </div>
      <ContactSheet records={records} />
      <BatchRows rows={rows} />
    </section>
  )
}

function Progress({ records }: { records: readonly PosterRecord[] }) {
  const { done, total, words } = progressOf(records)
  return (
    <div className="flex items-center gap-3">
      <ProgressBar aria-label={m.batch_heading()} aria-valuetext={words} value={done} max={total} />
      <span className="text-sm tabular-nums">{words}</span>
    </div>
  )
}

/** Why a batch is paused, and the way to resume it. */
function Held({
  why,
  payer,
  limitField,
  onResume,
  onReplaceKey,
}: {
  why: Extract<Batch['phase'], { kind: 'held' }>['why']
  payer: ReactNode
  limitField: ReactNode
  /** undefined: something else is being sent, the log is not read yet, or the limit cannot be read */
  onResume: (() => void) | undefined
  onReplaceKey: () => void
}) {
  const advice = holdAdvice(why)
  return (
    <>
      {why.kind === 'not-sent' && why.failure !== undefined && (
        <div className="flex flex-col gap-2 text-sm">
          <FailureText failure={why.failure} />
        </div>
      )}
      {advice !== '' && <p className="text-sm">{advice}</p>}
      {limitField}
      <div className="space-y-1 text-sm wrap-anywhere text-muted">{payer}</div>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          aria-disabled={onResume === undefined}
          onClick={({ detail }) => {
            // Ignore the second click of a double click: it was meant for the button that was here before.
            if (detail < 2) onResume?.()
          }}
        >
          {m.batch_resume()}
        </Button>
        {why.kind === 'key' && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
      </div>
    </>
  )
}

/** One poster of a batch, and its state as it is shown. */
interface BatchRow {
  readonly record: PosterRecord
  readonly state: ShownState
}

/**
 * The rows of a batch.
 *
 * @param records its posters
 * @param sendingId id of the poster that this tab waits for
 */
function rowsOf(
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

/** "Created 4", "Waiting 2", …: only states that occur. */
function countWords(rows: readonly BatchRow[]): string[] {
  const counts = new Map<ShownState, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Array.from(counts, ([state, count]) =>
    m.batch_count({ state: stateWords[state].word(), count: formatNumber(count) }),
  )
}

/** A row for each poster, in the order of sending. */
function BatchRows({ rows }: { rows: readonly BatchRow[] }) {
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
  const followed = useFollowedTask(record)
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
