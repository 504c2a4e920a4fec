import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import type { NewSubmission, Submission } from '#web/submissions/submission.ts'
import { m } from '#web/messages/generated/messages.js'
import { BatchForm } from '#web/posters/batch/batch-form.tsx'
import type { BatchInput } from '#web/posters/batch/batch-input.ts'
import { pairsOf, planBatch } from '#web/posters/batch/batch-plan.ts'
import { BatchPlanView } from '#web/posters/batch/batch-plan-view.tsx'
import { BatchProgress } from '#web/posters/batch/batch-progress.tsx'
import type { BatchControl } from '#web/posters/batch/batch-run.ts'
import type { BatchDesk } from '#web/posters/batch/batch-store.ts'
import { Button } from '#web/ui/button.tsx'

/** What several posters at once are given by their screen. */
export interface BatchViewProps {
  desk: BatchDesk
  control: BatchControl
  profileId: string
  /** undefined until it was read */
  log: SubmissionLog | undefined
  flyingId: string | null
  /** this tab is sending */
  isSending: boolean
  payer: ReactNode
  recall: (submission: NewSubmission) => void
  onReplaceKey: () => void
  onOnePoster: () => void
}

/** What a plan is made of, as it was when somebody asked for it: it does not change while it is read. */
interface Planned {
  pairs: readonly PosterTaskRequest[]
  bad: BatchInput['bad']
  /** undefined: what was sent before is not read yet, and nothing can be confirmed */
  recorded: readonly Submission[] | undefined
}

/** Several posters at once: what is wanted, the plan to confirm, and what becomes of each. */
export function BatchView({
  desk,
  control,
  profileId,
  log,
  flyingId,
  isSending,
  payer,
  recall,
  onReplaceKey,
  onOnePoster,
}: BatchViewProps) {
  const [planned, setPlanned] = useState<Planned>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { batch, text, withCreated } = desk
  useLostRecalled({ desk, log, profileId, recall })
  if (planned !== undefined && planned.recorded === undefined && log !== undefined) {
    setPlanned({ ...planned, recorded: log.submissions })
  }

  /** The button that was pressed goes away: the keyboard goes on from the heading. */
  function leavePlan() {
    heading.current?.focus({ preventScroll: true })
    setPlanned(undefined)
  }

  function see(pairs: readonly PosterTaskRequest[], bad: BatchInput['bad']) {
    setPlanned({ pairs, bad, recorded: log?.submissions })
  }

  function view() {
    if (planned !== undefined && batch?.phase.kind !== 'running') return plan(planned)
    if (batch === null) {
      return (
        <BatchForm
          desk={desk}
          onEdit={(change) => {
            control.edit(change(control.desk()))
          }}
          onPlan={({ urls, bad }) => {
            see(pairsOf(urls, desk.scenes), bad)
          }}
        />
      )
    }
    return (
      <BatchProgress
        batch={batch}
        control={control}
        log={log}
        flyingId={flyingId}
        isBusy={isSending && batch.phase.kind !== 'running'}
        payer={payer}
        onReplaceKey={onReplaceKey}
        onNew={(unsent) => {
          leavePlan()
          control.clear(unsent.map((request) => request.image_url))
        }}
        onPlanRest={(rest) => {
          see(rest, [])
        }}
      />
    )
  }

  function plan({ pairs, bad, recorded }: Planned) {
    const plannedBatch = planBatch(pairs, recorded ?? [], withCreated)
    return (
      <BatchPlanView
        plan={plannedBatch}
        bad={bad}
        withCreated={withCreated}
        payer={payer}
        isBusy={isSending || recorded === undefined}
        onWithCreated={(wanted) => {
          control.edit({ withCreated: wanted })
        }}
        onConfirm={() => {
          // What could not be used stays in the box, to be mended.
          const left = batch === null ? bad.map((line) => line.text).join('\n') : text
          if (control.start(plannedBatch.posters, left)) leavePlan()
        }}
        onChange={leavePlan}
      />
    )
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
      {view()}
    </div>
  )
}

/** One that was on its way when the page was gone, and that the log does not have, can still be asked for. */
function useLostRecalled({
  desk: { batch },
  log,
  profileId,
  recall,
}: Pick<BatchViewProps, 'desk' | 'log' | 'profileId' | 'recall'>): void {
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
    // oxlint-disable-next-line react/exhaustive-deps -- once for each that is lost
  }, [lostId])
}
