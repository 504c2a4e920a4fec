import { type ReactNode, useContext, useRef, useState } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { PlannedPoster } from '#web/poster-records/queue.ts'
import type { RecordLog } from '#web/poster-records/record-log.ts'
import { lastBalance, type PosterRecord } from '#web/poster-records/record.ts'
import type { PosterSender } from '#web/poster-records/sender.ts'
import type { PosterRecords } from '#web/poster-records/use-poster-records.ts'
import { m } from '#web/messages/generated/messages.js'
import { BatchForm } from '#web/posters/batch/batch-form.tsx'
import {
  type BatchInput,
  readBatchInput,
  type ReadLine,
  withLines,
  withSuggestions,
} from '#web/posters/batch/batch-input.ts'
import { MAX_POSTERS, pairsOf, planBatch } from '#web/posters/batch/batch-plan.ts'
import { LineNotices } from '#web/posters/batch/input-lines.tsx'
import { BatchPlanView, type Payment } from '#web/posters/batch/batch-plan-view.tsx'
import { BatchProgress } from '#web/posters/batch/batch-progress.tsx'
import type { InputChange, PosterInput } from '#web/posters/form/poster-input.ts'
import { FollowedTasksContext } from '#web/posters/follow/use-followed-tasks.ts'
import { PointsLimitField, usePointsLimit } from '#web/posters/points-limit.tsx'
import { planPriceWords } from '#web/posters/price.tsx'
import { Button } from '#web/ui/button.tsx'

/** What a plan is based on, as of the moment it was asked for. It does not change while it is read. */
interface PlanInput extends Pick<BatchInput, 'bad' | 'noted'> {
  pairs: readonly PosterTaskRequest[]
  /** undefined: the log is not read yet, and nothing can be confirmed */
  recorded: readonly PosterRecord[] | undefined
}

/** Several posters at once: the input, the plan to confirm, and the progress of the batch. */
export function BatchView({
  input,
  edit,
  sender,
  posters,
  payer,
  onReplaceKey,
  onOnePoster,
}: {
  input: PosterInput
  edit: (change: InputChange) => void
  sender: PosterSender
  posters: PosterRecords
  payer: ReactNode
  onReplaceKey: () => void
  onOnePoster: () => void
}) {
  const { log, batch, isSending } = posters
  const heading = useRef<HTMLHeadingElement>(null)
  const { scenes, text } = input
  const limit = usePointsLimit()
  const limitField = <PointsLimitField balance={lastBalance(log?.records ?? [])} />
  const { planInput, openPlan, closePlan } = usePlanInput(log)
  const shownPlan = batch?.phase.kind === 'running' ? undefined : planInput

  /** Moves focus to the heading, as the button that was pressed goes away. */
  function leavePlan() {
    heading.current?.focus({ preventScroll: true })
    closePlan()
  }

  function planOf(read: BatchInput) {
    openPlan(pairsOf(read.urls, scenes), read)
  }

  function correct(lines: readonly ReadLine[]) {
    const corrected = withSuggestions(text, lines)
    edit({ text: corrected })
    const read = readBatchInput(corrected)
    // A line may have become several.
    if (new Set(read.urls).size * scenes.length > MAX_POSTERS) leavePlan()
    else planOf(read)
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {m.batch_heading()}
          </h2>
          <p className="text-sm text-muted">{m.batch_intro()}</p>
        </div>
        <Button onClick={onOnePoster}>{m.batch_back()}</Button>
      </div>
      {shownPlan !== undefined && (
        <Plan
          input={shownPlan}
          withCreated={input.withCreated}
          payment={{ payer, limitField }}
          isSending={isSending || limit === null}
          onWithCreated={(withCreated) => edit({ withCreated })}
          onUse={correct}
          onConfirm={(planned) => {
            if (!sender.start(planned, limit ?? undefined)) return
            // Lines that could not be used stay in the text box, to be corrected.
            const left = batch === null ? shownPlan.bad.map((line) => line.text).join('\n') : text
            edit({ text: left, withCreated: false })
            leavePlan()
          }}
          onLeave={leavePlan}
        />
      )}
      {shownPlan === undefined && batch === null && (
        <BatchForm input={input} edit={edit} onPlan={planOf} />
      )}
      {shownPlan === undefined && batch !== null && (
        <BatchProgress
          batch={batch}
          sender={sender}
          posters={posters}
          payment={{ payer, limitField }}
          onResume={limit === null ? undefined : () => sender.resume(limit)}
          onReplaceKey={onReplaceKey}
          onNew={(unsent) => {
            leavePlan()
            sender.clear()
            edit({ text: withLines(text, [...new Set(unsent.map(({ image_url }) => image_url))]) })
          }}
          onPlanRest={(unsent) => {
            openPlan(unsent, { bad: [], noted: [] })
          }}
        />
      )}
    </div>
  )
}

/** The plan for an input, and the way to start it. */
function Plan({
  input: { pairs, bad, noted, recorded },
  withCreated,
  payment: { payer, limitField },
  isSending,
  onUse,
  onConfirm,
  onLeave,
  ...rest
}: {
  input: PlanInput
  withCreated: boolean
  payment: Payment
  /** something else is being sent, or the limit cannot be read */
  isSending: boolean
  onWithCreated: (withCreated: boolean) => void
  onUse: (lines: readonly ReadLine[]) => void
  onConfirm: (planned: readonly PlannedPoster[]) => void
  onLeave: () => void
}) {
  const { tasks } = useContext(FollowedTasksContext)
  const plan = planBatch(pairs, recorded ?? [], withCreated)
  const requests = plan.posters.map(({ request }) => request)
  const price = planPriceWords(requests, recorded ?? [], tasks)
  return (
    <BatchPlanView
      plan={plan}
      lines={<LineNotices lines={{ bad, noted }} onUse={onUse} />}
      withCreated={withCreated}
      payment={{
        payer: (
          <>
            <p>{payer}</p>
            <p>{price === '' ? m.batch_cost() : price}</p>
          </>
        ),
        limitField,
      }}
      isBusy={isSending || recorded === undefined}
      onConfirm={() => onConfirm(plan.posters)}
      onChange={onLeave}
      {...rest}
    />
  )
}

/** The input of the plan that is open; undefined: none is. */
function usePlanInput(log: RecordLog | undefined) {
  const [planInput, setPlanInput] = useState<PlanInput>()
  if (planInput !== undefined && planInput.recorded === undefined && log !== undefined) {
    setPlanInput({ ...planInput, recorded: log.records })
  }
  return {
    planInput,
    openPlan: (
      pairs: readonly PosterTaskRequest[],
      { bad, noted }: Pick<BatchInput, 'bad' | 'noted'>,
    ) => {
      setPlanInput({ pairs, bad, noted, recorded: log?.records })
    },
    closePlan: () => {
      setPlanInput(undefined)
    },
  }
}
