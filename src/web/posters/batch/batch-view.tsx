import { type ReactNode, type RefObject, useRef, useState } from 'react'

import { type PlannedPoster, recordsOf } from '#web/poster-records/queue.ts'
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
import {
  MAX_POSTERS,
  pairsOf,
  planBatch,
  posterName,
  type WantedPoster,
} from '#web/posters/batch/batch-plan.ts'
import { useFailedReview } from '#web/posters/batch/failed-review.tsx'
import { LineNotices } from '#web/posters/batch/input-lines.tsx'
import { BatchPlanView, type BatchPlanViewProps } from '#web/posters/batch/batch-plan-view.tsx'
import { BatchProgress } from '#web/posters/batch/batch-progress.tsx'
import type { InputChange, PosterInput } from '#web/posters/form/poster-input.ts'
import { PointsLimitField, usePointsLimit } from '#web/posters/points-limit.tsx'
import { failedTarget } from '#web/posters/batch/failed-posters.ts'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import { PlanPayer } from '#web/posters/price.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

/** What a plan is based on, as of the moment it was asked for. It does not change while it is read. */
interface PlanInput extends Pick<BatchInput, 'bad' | 'noted'> {
  wanted: readonly WantedPoster[]
  /** the text box then */
  text: string
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
  const { log, batch } = posters
  const heading = useRef<HTMLHeadingElement>(null)
  const { scenes, text } = input
  const { deleted, cancel } = usePosters().pictures
  const limit = usePointsLimit()
  const limitField = <PointsLimitField balance={lastBalance(log?.records ?? [])} />
  const { planInput, openPlan, closePlan } = usePlanInput(log)
  const review = useFailedReview(input, edit, log?.records)
  const isFree = batch === null || batch.phase.kind === 'over'
  const lines = planInput && <LineNotices lines={planInput} onUse={correct} />
  const plan = review ?? (planInput && { ...planInput, lines, isReady: true })
  const shownPlan = isFree ? plan : undefined
  const isForm = shownPlan === undefined && batch === null

  /** Moves focus to the heading, as the button that was pressed goes away. */
  function leavePlan() {
    heading.current?.focus({ preventScroll: true })
    closePlan()
    for (const poster of input.review ?? []) cancel(failedTarget(poster))
    edit({ review: null })
  }

  function planOf(read: BatchInput, planned = text) {
    openPlan(pairsOf(read.urls, scenes), { ...read, text: planned })
  }

  function correct(suggested: readonly ReadLine[]) {
    const corrected = withSuggestions(text, suggested)
    edit({ text: corrected })
    const read = readBatchInput(corrected, deleted)
    // A line may have become several.
    if (new Set(read.urls).size * scenes.length > MAX_POSTERS) leavePlan()
    else planOf(read, corrected)
  }

  return (
    <div className="flex flex-col gap-5">
      <BatchHeading headingRef={heading} isForm={isForm} onOnePoster={onOnePoster} />
      {shownPlan !== undefined && (
        <Plan
          {...shownPlan}
          isReady={shownPlan.isReady && !posters.isSending && limit !== null}
          again={{ isOn: input.withCreated, onChange: (withCreated) => edit({ withCreated }) }}
          payment={{ payer, limitField }}
          onConfirm={(planned) => {
            const unsent = batch === null ? [] : unsentUrls(recordsOf(batch, posters.own), planned)
            if (!sender.start(planned)) return
            // Lines that could not be used stay in the text box, to be corrected, and so does what a batch before has not sent.
            const isOfText = batch === null && review === undefined
            const left = isOfText ? linesLeft(planInput, text) : text
            edit({ text: withLines(left, unsent), withCreated: false })
            leavePlan()
          }}
          leave={
            <Button size="large" onClick={leavePlan}>
              {review === undefined ? m.batch_change() : m.cancel()}
            </Button>
          }
        />
      )}
      {isForm && <BatchForm input={input} edit={edit} onPlan={(read) => planOf(read)} />}
      {shownPlan === undefined && batch !== null && (
        <BatchProgress
          batch={batch}
          sender={sender}
          posters={posters}
          payment={{ payer, limitField }}
          onResume={limit === null ? undefined : () => sender.resume()}
          onReplaceKey={onReplaceKey}
          onNew={(unsent) => {
            leavePlan()
            sender.clear()
            const urls = new Set(unsent.map(({ request }) => request.image_url))
            edit({ text: withLines(text, [...urls]) })
          }}
          onPlanRest={openPlan}
        />
      )}
    </div>
  )
}

/** The lines of the text box that are not in a plan: those that could not be used, and those that were added since it was made. */
function linesLeft(plan: PlanInput | undefined, text: string): string {
  const { bad = [] } = plan ?? {}
  // Lines are added without the blanks at the end.
  const planned = plan?.text.trimEnd() ?? ''
  const added = text.startsWith(planned) ? text.slice(planned.length).split('\n') : []
  const lines = [...bad.map((line) => line.text), ...added]
  return lines.filter((line) => line.trim() !== '').join('\n')
}

/** The images of a batch that waited for their turn and are not in the plan. */
function unsentUrls(
  records: readonly PosterRecord[],
  planned: readonly PlannedPoster[],
): readonly string[] {
  const names = new Set(planned.map(({ request }) => posterName(request)))
  const unsent = records.filter(
    ({ state, request }) => state.kind === 'queued' && !names.has(posterName(request)),
  )
  return [...new Set(unsent.map(({ request }) => request.image_url))]
}

function BatchHeading({
  headingRef,
  isForm,
  onOnePoster,
}: {
  headingRef: RefObject<HTMLHeadingElement | null>
  /** the form is shown, and what is on its way to its lines */
  isForm: boolean
  onOnePoster: () => void
}) {
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <h2 ref={headingRef} tabIndex={-1} className="text-lg font-semibold">
            {m.batch_heading()}
          </h2>
          <p className="text-sm text-muted">{m.batch_intro()}</p>
        </div>
        <Button onClick={onOnePoster}>{m.batch_back()}</Button>
      </div>
      {!isForm && (
        <div className="has-[button]:pt-3">
          <PictureProgress target="several" returnTo={headingRef} />
        </div>
      )}
    </div>
  )
}

/** A plan, and the way to start it. */
function Plan({
  wanted,
  recorded,
  again,
  payment: { payer, limitField },
  isReady,
  onConfirm,
  ...rest
}: Pick<BatchPlanViewProps, 'lines' | 'again' | 'payment' | 'leave'> &
  Pick<PlanInput, 'wanted' | 'recorded'> & {
    /** false: something else is being sent, or something cannot be read */
    isReady: boolean
    onConfirm: (planned: readonly PlannedPoster[]) => void
  }) {
  const plan = planBatch(wanted, recorded ?? [], again.isOn)
  return (
    <BatchPlanView
      {...rest}
      {...{ plan, again }}
      payment={{
        payer: <PlanPayer payer={payer} posters={plan.posters} records={recorded} />,
        limitField,
      }}
      isReady={isReady && recorded !== undefined}
      onConfirm={() => onConfirm(plan.posters)}
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
      wanted: readonly WantedPoster[],
      read?: Pick<PlanInput, 'bad' | 'noted' | 'text'>,
    ) => {
      const { bad = [], noted = [], text = '' } = read ?? {}
      setPlanInput({ wanted, text, bad, noted, recorded: log?.records })
    },
    closePlan: () => {
      setPlanInput(undefined)
    },
  }
}
