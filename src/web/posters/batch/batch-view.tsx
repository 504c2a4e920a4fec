import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import type { Submission } from '#web/submissions/submission.ts'
import type { SubmissionsApi } from '#web/submissions/use-submissions.ts'
import { m } from '#web/messages/generated/messages.js'
import { BatchForm } from '#web/posters/batch/batch-form.tsx'
import {
  type BatchInput,
  readBatchInput,
  type ReadLine,
  withSuggestions,
} from '#web/posters/batch/batch-input.ts'
import { MAX_POSTERS, pairsOf, planBatch } from '#web/posters/batch/batch-plan.ts'
import { LineNotices } from '#web/posters/batch/input-lines.tsx'
import { BatchPlanView } from '#web/posters/batch/batch-plan-view.tsx'
import { BatchProgress } from '#web/posters/batch/batch-progress.tsx'
import type { BatchControl } from '#web/posters/batch/batch-run.ts'
import type { Batch } from '#web/posters/batch/batch.ts'
import { Button } from '#web/ui/button.tsx'

/** What a plan is based on, as of the moment it was asked for. It does not change while it is read. */
interface PlanInput extends Pick<BatchInput, 'bad' | 'noted'> {
  pairs: readonly PosterTaskRequest[]
  /** undefined: the log is not read yet, and nothing can be confirmed */
  recorded: readonly Submission[] | undefined
}

/** Several posters at once: the input, the plan to confirm, and the progress of the batch. */
export function BatchView({
  control,
  submissions,
  payer,
  onReplaceKey,
  onOnePoster,
}: {
  control: BatchControl
  submissions: SubmissionsApi
  payer: ReactNode
  onReplaceKey: () => void
  onOnePoster: () => void
}) {
  const { log, isSending } = submissions
  const heading = useRef<HTMLHeadingElement>(null)
  const { batch, scenes, text } = useSelector(control.workspace)
  const { planInput, openPlan, closePlan } = usePlanInput(log)
  const shownPlan = batch?.phase.kind === 'running' ? undefined : planInput
  useRecallLost(batch, submissions)

  /** Moves focus to the heading, as the button that was pressed goes away. */
  function leavePlan() {
    heading.current?.focus({ preventScroll: true })
    closePlan()
  }

  function planOf(input: BatchInput) {
    openPlan(pairsOf(input.urls, scenes), input)
  }

  function correct(lines: readonly ReadLine[]) {
    const corrected = withSuggestions(text, lines)
    control.edit({ text: corrected })
    const input = readBatchInput(corrected)
    // A line may have become several.
    if (new Set(input.urls).size * scenes.length > MAX_POSTERS) leavePlan()
    else planOf(input)
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {m.batch_heading()}
          </h2>
          <p className="text-sm text-muted">{m.batch_intro()}</p>
        </div>
        <Button onClick={onOnePoster}>{m.batch_back()}</Button>
      </div>
      {shownPlan !== undefined && (
        <Plan
          input={shownPlan}
          control={control}
          payer={payer}
          isSending={isSending}
          onUse={correct}
          onLeave={leavePlan}
        />
      )}
      {shownPlan === undefined && batch === null && <BatchForm control={control} onPlan={planOf} />}
      {shownPlan === undefined && batch !== null && (
        <BatchProgress
          batch={batch}
          control={control}
          submissions={submissions}
          payer={payer}
          onReplaceKey={onReplaceKey}
          onNew={(unsent) => {
            leavePlan()
            control.clear(unsent.map((request) => request.image_url))
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
  control,
  payer,
  isSending,
  onUse,
  onLeave,
}: {
  input: PlanInput
  control: BatchControl
  payer: ReactNode
  isSending: boolean
  onUse: (lines: readonly ReadLine[]) => void
  onLeave: () => void
}) {
  const { batch, text, withCreated } = useSelector(control.workspace)
  const plan = planBatch(pairs, recorded ?? [], withCreated)
  return (
    <BatchPlanView
      plan={plan}
      lines={<LineNotices lines={{ bad, noted }} onUse={onUse} />}
      withCreated={withCreated}
      payer={payer}
      isBusy={isSending || recorded === undefined}
      onWithCreated={(wanted) => {
        control.edit({ withCreated: wanted })
      }}
      onConfirm={() => {
        // Lines that could not be used stay in the text box, to be corrected.
        const left = batch === null ? bad.map((line) => line.text).join('\n') : text
        if (control.start(plan.posters, left)) onLeave()
      }}
      onChange={onLeave}
    />
  )
}

/** The input of the plan that is open; undefined: none is. */
function usePlanInput(log: SubmissionLog | undefined) {
  const [planInput, setPlanInput] = useState<PlanInput>()
  if (planInput !== undefined && planInput.recorded === undefined && log !== undefined) {
    setPlanInput({ ...planInput, recorded: log.submissions })
  }
  return {
    planInput,
    openPlan: (
      pairs: readonly PosterTaskRequest[],
      { bad, noted }: Pick<BatchInput, 'bad' | 'noted'>,
    ) => {
      setPlanInput({ pairs, bad, noted, recorded: log?.submissions })
    },
    closePlan: () => {
      setPlanInput(undefined)
    },
  }
}

/**
 * A poster that was on its way when the page was closed may be missing in the log. It is added, so that its
 * outcome can still be asked for.
 */
function useRecallLost(batch: Batch | null, { log, recall }: SubmissionsApi): void {
  const { profileId } = useApiSession()
  const isReadable = log !== undefined && (log.isRead || !log.isKept)
  const lost =
    isReadable && batch !== null && batch.phase.kind !== 'running' && batch.profileId === profileId
      ? batch.items.find(
          ({ id, state, at }) =>
            (state === 'started' || state === 'unknown') &&
            at > 0 &&
            !log.submissions.some((one) => one.id === id),
        )
      : undefined
  const lostId = lost?.id
  useEffect(() => {
    if (lost === undefined) return
    recall({ id: lost.id, request: lost.request, startedAt: lost.at })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each lost poster
  }, [lostId])
}
