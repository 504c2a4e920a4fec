import { type ReactNode, useId } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'

import { joinList } from '#web/format/sentences.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { Notice } from '#web/posters/batch/input-lines.tsx'
import type { BatchPlan, KnownPoster } from '#web/posters/batch/batch-plan.ts'
import { RequestWords } from '#web/posters/poster-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/boxes.tsx'
import { focusOnce } from '#web/ui/page-heading.tsx'

/** How many of the posters that are left out are listed. */
const NAMED = 20

export interface BatchPlanViewProps {
  plan: BatchPlan
  /** where the posters come from, as far as there is something to say or to correct */
  lines: ReactNode
  /** whether posters that were created before are created again */
  again: { isOn: boolean; onChange: (isOn: boolean) => void }
  payment: {
    /** the account, and what it costs as far as that is known */
    payer: ReactNode
    /** the points below which the batch pauses */
    limitField: ReactNode
  }
  /** false: something else is being sent, the log is not read yet, or something cannot be read */
  isReady: boolean
  onConfirm: () => void
  /** the button that leaves the plan */
  leave: ReactNode
}

/** What will be sent, what will not and why, and who pays: the last check before it costs points. */
export function BatchPlanView({
  plan: { posters, duplicates, known },
  lines,
  again,
  payment: { payer, limitField },
  isReady,
  onConfirm,
  leave,
}: BatchPlanViewProps) {
  const payerId = useId()
  const count = counted(posters.length)
  const left = counted(duplicates)
  return (
    <section aria-labelledby="batch-plan" className="flex flex-col gap-5">
      <div className="space-y-1">
        <h3 id="batch-plan" ref={focusOnce} tabIndex={-1} className="text-base font-semibold">
          {m.batch_plan()}
        </h3>
        <p className="text-lg">
          {joinList([
            m.batch_plan_count(count),
            ...(duplicates > 0 ? [m.batch_plan_duplicates(left)] : []),
          ])}
        </p>
      </div>
      {lines}
      <KnownNotices known={known} again={again} />
      {posters.length > 0 && <PosterList requests={posters.map(({ request }) => request)} />}
      {posters.length > 0 && limitField}
      <div id={payerId} className="space-y-1 text-sm wrap-anywhere text-muted">
        {payer}
      </div>
      <div className="flex flex-wrap gap-3">
        {posters.length > 0 ? (
          <Button
            tone="primary"
            size="large"
            aria-disabled={!isReady}
            aria-describedby={payerId}
            onClick={({ detail }) => {
              // Ignore the second click of a double click: it was meant for the button that was here before.
              if (isReady && detail < 2) onConfirm()
            }}
          >
            {m.batch_confirm(count)}
          </Button>
        ) : (
          <p className="basis-full">{m.batch_nothing()}</p>
        )}
        {leave}
      </div>
    </section>
  )
}

/** The posters that were sent before. */
function KnownNotices({
  known,
  again,
}: {
  known: BatchPlan['known']
  again: BatchPlanViewProps['again']
}) {
  const created = known.filter(({ state }) => state === 'created')
  const unknown = known.filter(({ state }) => state === 'unknown')
  return (
    <>
      {unknown.length > 0 && (
        <Notice words={m.batch_known_unknown(counted(unknown.length))}>
          <KnownPosters known={unknown} />
        </Notice>
      )}
      {created.length > 0 && (
        <Notice words={m.batch_known_created(counted(created.length))}>
          <KnownPosters known={created} />
          <Checkbox
            label={m.batch_known_again()}
            help={m.batch_known_again_help()}
            checked={again.isOn}
            onChange={again.onChange}
          />
        </Notice>
      )}
    </>
  )
}

function PosterList({ requests }: { requests: readonly PosterTaskRequest[] }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-sm font-medium">
        {m.batch_posters()}
      </summary>
      <ol className="mt-2 flex max-h-80 list-inside list-decimal flex-col gap-1.5 overflow-auto rounded-control border border-line bg-surface p-3 text-sm text-muted">
        {requests.map((request) => (
          <li key={`${request.prompt} ${request.image_url}`}>
            <RequestWords request={request} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function KnownPosters({ known }: { known: readonly KnownPoster[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm text-muted">
      {known.slice(0, NAMED).map(({ request, at }) => (
        <li key={`${request.prompt} ${request.image_url}`}>
          <RequestWords request={request} />
          <span>{` · ${formatClock(at)}`}</span>
        </li>
      ))}
      {known.length > NAMED && (
        <li>{m.batch_more({ shown: formatNumber(known.length - NAMED) })}</li>
      )}
    </ul>
  )
}
