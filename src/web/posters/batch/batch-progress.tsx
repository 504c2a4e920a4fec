import { useId, useRef } from 'react'

import { type Batch, recordsOf } from '#web/poster-records/queue.ts'
import { lastBalance, type PosterRecord } from '#web/poster-records/record.ts'
import type { PosterSender } from '#web/poster-records/sender.ts'
import type { PosterRecords } from '#web/poster-records/use-poster-records.ts'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { m } from '#web/messages/generated/messages.js'
import { ContactSheet } from '#web/posters/batch/contact-sheet.tsx'
import type { WantedPoster } from '#web/posters/batch/batch-plan.ts'
import type { BatchPlanViewProps } from '#web/posters/batch/batch-plan-view.tsx'
import { BatchRows, countWords, rowsOf } from '#web/posters/batch/batch-rows.tsx'
import { holdAdvice, phaseWords, progressOf } from '#web/posters/batch/batch-words.ts'
import { LowBalance } from '#web/posters/points-limit.tsx'
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
            payment={{
              ...payment,
              payer: (
                <PlanPayer
                  payer={payment.payer}
                  posters={records.filter(({ state }) => state.kind === 'queued')}
                  records={log?.records}
                />
              ),
            }}
            onResume={log === undefined || isSending ? undefined : onResume}
            onReplaceKey={onReplaceKey}
          />
        )}
        {/* Buttons that go away with the phase are last, so that no other button moves under the pointer. */}
        {phase.kind === 'over' && <LowBalance balance={lastBalance(log?.records ?? [])} />}
        {phase.kind === 'over' ? (
          <OverActions rest={rest} onPlanRest={onPlanRest} onNew={onNew} />
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
      <ContactSheet rows={rows} />
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
  payment: { payer, limitField },
  onResume,
  onReplaceKey,
}: {
  why: Extract<Batch['phase'], { kind: 'held' }>['why']
  payment: BatchPlanViewProps['payment']
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

/** What can be done with a batch that is over. */
function OverActions({
  rest,
  onPlanRest,
  onNew,
}: {
  rest: readonly WantedPoster[]
  onPlanRest: (rest: readonly WantedPoster[]) => void
  onNew: (rest: readonly WantedPoster[]) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {rest.length > 0 && (
        <Button tone="primary" onClick={() => onPlanRest(rest)}>
          {m.batch_plan_rest()}
        </Button>
      )}
      <Button
        tone={rest.length > 0 ? 'plain' : 'primary'}
        onClick={() => {
          onNew(rest)
        }}
      >
        {m.batch_new()}
      </Button>
    </div>
  )
}
