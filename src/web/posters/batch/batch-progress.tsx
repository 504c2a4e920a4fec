import { type ReactNode, useEffect, useId, useRef } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import { m } from '#web/messages/generated/messages.js'
import type { Batch } from '#web/posters/batch/batch.ts'
import { BatchRows, countWords, rowsOf } from '#web/posters/batch/batch-rows.tsx'
import type { BatchControl } from '#web/posters/batch/batch-run.ts'
import { holdAdvice, phaseWords, progressOf } from '#web/posters/batch/batch-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** A batch at work, at a halt or at its end, with a row for each poster. */
export function BatchProgress({
  batch,
  control,
  log,
  flyingId,
  isBusy,
  payer,
  onReplaceKey,
  onPlanRest,
  onNew,
}: {
  batch: Batch
  control: BatchControl
  /** undefined until it was read */
  log: SubmissionLog | undefined
  flyingId: string | null
  /** the form is sending */
  isBusy: boolean
  payer: ReactNode
  onReplaceKey: () => void
  /** @param rest what was certainly not created */
  onPlanRest: (rest: readonly PosterTaskRequest[]) => void
  /** @param rest as for onPlanRest */
  onNew: (rest: readonly PosterTaskRequest[]) => void
}) {
  const titleId = useId()
  const { phase } = batch
  const title = useRef<HTMLHeadingElement>(null)
  const rows = rowsOf(batch, log?.submissions ?? [], flyingId)
  const rest = rows
    .filter(({ state }) => state === 'waiting' || state === 'not-sent')
    .map(({ item }) => item.request)
  const isReady = log !== undefined && !isBusy
  useFocusKept(title, phase.kind)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 rounded-panel border border-line bg-surface px-4 py-4">
        <h3
          id={titleId}
          ref={title}
          tabIndex={-1}
          className="text-base font-semibold wrap-anywhere outline-none"
        >
          {phaseWords(phase, rest.length)}
        </h3>
        <Progress batch={batch} />
        <p className="text-sm text-muted tabular-nums">{countWords(rows).join(' · ')}</p>
        {phase.kind === 'held' && (
          <Held why={phase.why} payer={payer}>
            <Button
              tone="primary"
              aria-disabled={!isReady}
              onClick={({ detail }) => {
                // The second click of a double one was meant for what stood here before.
                if (isReady && detail < 2) control.resume(log.submissions)
              }}
            >
              {m.batch_resume()}
            </Button>
            {phase.why.kind === 'key' && (
              <Button onClick={onReplaceKey}>{m.account_replace()}</Button>
            )}
          </Held>
        )}
        {/* What goes away stands last: nothing comes under the pointer. */}
        {phase.kind !== 'over' && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={control.stop}>{m.batch_stop()}</Button>
            {phase.kind === 'running' && (
              <Button
                aria-disabled={phase.next !== 'go-on'}
                onClick={() => {
                  if (phase.next === 'go-on') control.pause()
                }}
              >
                {m.batch_pause()}
              </Button>
            )}
          </div>
        )}
        {phase.kind === 'over' && (
          <div className="flex flex-wrap gap-2">
            {rest.length > 0 && (
              <Button
                tone="primary"
                onClick={() => {
                  onPlanRest(rest)
                }}
              >
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
        )}
        {!control.isKept() && phase.kind !== 'over' && (
          <p className="text-sm text-muted">{m.batch_not_kept()}</p>
        )}
      </div>
      <BatchRows rows={rows} />
    </section>
  )
}

function Progress({ batch }: { batch: Batch }) {
  const { done, total, words } = progressOf(batch)
  return (
    <div className="flex items-center gap-3">
      <ProgressBar aria-label={m.batch_heading()} aria-valuetext={words} value={done} max={total} />
      <span className="text-sm tabular-nums">{words}</span>
    </div>
  )
}

function Held({
  why,
  payer,
  children,
}: {
  why: Extract<Batch['phase'], { kind: 'held' }>['why']
  payer: ReactNode
  children: ReactNode
}) {
  const payerId = useId()
  const advice = holdAdvice(why)
  return (
    <>
      {advice !== '' && <p className="text-sm">{advice}</p>}
      <p id={payerId} className="text-sm wrap-anywhere text-muted">
        {payer}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </>
  )
}

/** A button that goes away with its phase hands the keyboard's place on to the words that say why. */
function useFocusKept(
  title: { readonly current: HTMLElement | null },
  phase: Batch['phase']['kind'],
): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (before.current !== undefined && before.current !== phase && isLost) {
      title.current?.focus({ preventScroll: true })
    }
    before.current = phase
  }, [title, phase])
}
