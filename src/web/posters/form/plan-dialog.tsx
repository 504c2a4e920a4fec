import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useId } from 'react'

import { counted, formatNumber } from '#web/format/number.ts'
import { joinList } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { recordsOf } from '#web/poster-records/queue.ts'
import { lastBalance } from '#web/poster-records/record.ts'
import { type KnownPoster, planPosters, posterName } from '#web/posters/form/plan.ts'
import { withImages, withoutUsable } from '#web/posters/form/poster-input.ts'
import { PlanPayer, PointsLimitField, usePointsLimit } from '#web/posters/price.tsx'
import { RequestWords } from '#web/posters/poster-words.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import type { PostersScreenModel } from '#web/posters/use-posters-screen.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/boxes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** How many of the posters that are left out are listed. */
const NAMED = 20

/** Asks once before several posters are sent, if a person is to be asked now. */
export function PlanQuestion() {
  const asked = useSelector(usePosters().asked)
  return asked && <PlanDialog {...asked} />
}

/** What will be sent, what will not and why, and who pays. */
function PlanDialog({
  wanted,
  recorded,
  ofForm,
}: NonNullable<ReturnType<PostersScreenModel['asked']['get']>>) {
  const { input, edit, posters, sender, pictures, show, asked } = usePosters()
  const close = () => asked.set(null)
  const payerId = useId()
  const limit = usePointsLimit()
  const { log, batch, own } = posters
  const { withCreated } = input
  const known = recorded ?? log?.records
  const plan = planPosters(wanted, known ?? [], withCreated)
  const requests = plan.posters.map(({ request }) => request)
  const unusable = ofForm?.unusable ?? 0
  const leftOut = [
    plan.duplicates > 0 ? m.batch_plan_duplicates(counted(plan.duplicates)) : '',
    unusable > 0 ? m.plan_look(counted(unusable)) : '',
  ].filter((words) => words !== '')
  const isReady = known !== undefined && !posters.isSending && limit !== null

  function confirm() {
    const left = batch === null ? [] : recordsOf(batch, own)
    if (!sender.start(plan.posters)) return
    close()
    show('results', { withCreated: false, reviewed: [] })
    // Images that cannot be used stay in the form, to be corrected, and so does what was stopped before.
    if (ofForm !== undefined) edit(withoutUsable(pictures.deleted))
    const names = new Set(requests.map(posterName))
    const unsent = left.filter(
      ({ state, request }) => state.kind === 'queued' && !names.has(posterName(request)),
    )
    edit(withImages([...new Set(unsent.map(({ request }) => request.image_url))]))
  }

  return (
    <Dialog
      title={m.plan_title(counted(requests.length))}
      closeLabel={m.close()}
      onClose={close}
      isQuestion
    >
      {leftOut.length > 0 && <p>{joinList(leftOut)}</p>}
      <KnownNotices known={plan.known} />
      {requests.length > 0 && <PointsLimitField balance={lastBalance(log?.records ?? [])} />}
      <div id={payerId} className="flex flex-col gap-1 text-sm wrap-anywhere text-muted">
        <PlanPayer requests={requests} />
      </div>
      {requests.length === 0 && <p>{m.batch_nothing()}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={close}>
          {m.cancel()}
        </Button>
        {requests.length > 0 && (
          <Button
            tone="primary"
            size="large"
            aria-disabled={!isReady}
            aria-describedby={payerId}
            onClick={({ detail }) => {
              // Ignore the second click of a double click: it was meant for the button that was here before.
              if (isReady && detail < 2) confirm()
            }}
          >
            {m.batch_confirm(counted(requests.length))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The posters that were sent before. */
function KnownNotices({ known }: { known: readonly KnownPoster[] }) {
  const { input, edit } = usePosters()
  const created = known.filter(({ state }) => state === 'created')
  const unknown = known.filter(({ state }) => state === 'unknown')
  return (
    <>
      {unknown.length > 0 && (
        <Notice words={m.batch_known_unknown(counted(unknown.length))} known={unknown} />
      )}
      {created.length > 0 && (
        <Notice words={m.batch_known_created(counted(created.length))} known={created}>
          <Checkbox
            label={m.batch_known_again()}
            help={m.batch_known_again_help()}
            checked={input.withCreated}
            onChange={(withCreated) => edit({ withCreated })}
          />
        </Notice>
      )}
    </>
  )
}

function Notice({
  words,
  known,
  children,
}: {
  words: string
  known: readonly KnownPoster[]
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line px-4 py-3">
      <p className="text-sm font-medium">{words}</p>
      <ul className="flex flex-col gap-1.5 text-sm text-muted">
        {known.slice(0, NAMED).map(({ request, at }) => (
          <li key={posterName(request)}>
            <RequestWords request={request} />
            <span>{` · ${formatClock(at)}`}</span>
          </li>
        ))}
        {known.length > NAMED && (
          <li>{m.batch_more({ shown: formatNumber(known.length - NAMED) })}</li>
        )}
      </ul>
      {children}
    </div>
  )
}
