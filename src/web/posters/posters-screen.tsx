import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { formatRelative } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import type { AskReason } from '#web/poster-records/question.ts'
import { lastBalance } from '#web/poster-records/record.ts'
import type { ToConfirm } from '#web/poster-records/sender.ts'
import { CreatedPanel, LastOutcome } from '#web/posters/form/outcome-panels.tsx'
import { PlanQuestion } from '#web/posters/form/plan-dialog.tsx'
import { PosterForm } from '#web/posters/form/poster-form.tsx'
import { CropDialog } from '#web/posters/picture/picture-field.tsx'
import { SharedNotice } from '#web/posters/picture/shared-pictures.tsx'
import { LowBalance, Payer, PointsLimitField } from '#web/posters/price.tsx'
import { RequestWords } from '#web/posters/poster-words.tsx'
import { PostersContext, usePosters } from '#web/posters/posters-context.ts'
import { Results } from '#web/posters/results/results.tsx'
import { Submissions } from '#web/posters/submissions/submissions.tsx'
import { type PostersScreenProps, usePostersScreen } from '#web/posters/use-posters-screen.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** Creates posters: pictures × scenes. At most one request for each confirmed poster. */
export function PostersScreen(props: PostersScreenProps) {
  useTimeZone()
  const screen = usePostersScreen(props)
  const { posters, view } = screen
  const { toConfirm } = posters
  return (
    <PostersContext value={screen}>
      <PageTitle>{`${screen.followed.titlePrefix}${m.title_posters()} · ${m.app_name()}`}</PageTitle>
      <div className="flex flex-col gap-1">
        <PageHeading>{m.poster_heading()}</PageHeading>
        <p className="text-muted">{m.poster_intro()}</p>
      </div>
      <IgnoredInputs ignored={screen.ignored} />
      <SharedNotice />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4">
          <Creation />
          {view !== 'results' && <Points />}
        </div>
        <Submissions />
      </div>
      <CropDialog />
      <PlanQuestion />
      {toConfirm !== null && (
        // Another question is another dialog: a click that was meant for the first must not answer it.
        <ConfirmAgain key={toConfirm.question.reason.kind} toConfirm={toConfirm} />
      )}
    </PostersContext>
  )
}

/** Below the form: a notice when few points are left, and the limit for it. */
function Points() {
  const { posters, view, isReadOnly } = usePosters()
  return (
    <>
      <LowBalance balance={lastBalance(posters.log?.records ?? [])} />
      {view === 'form' && !isReadOnly && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-sm text-muted pointer-coarse:py-2.5">
            {m.points_limit_open()}
          </summary>
          <div className="mt-2">
            <PointsLimitField balance={null} />
          </div>
        </details>
      )}
    </>
  )
}

/** Shows the results, the poster that was just created, the form, or why this account can create nothing. */
function Creation() {
  const { view, isReadOnly, accountsLink } = usePosters()
  if (view === 'results') return <Results />
  if (view === 'created') return <CreatedPanel />
  return (
    <>
      {isReadOnly ? (
        <Banner tone="note" title={m.poster_read_only()} actions={accountsLink}>
          <p>{m.poster_read_only_text()}</p>
        </Banner>
      ) : (
        <PosterForm />
      )}
      {/* Below the form, next to the button that was pressed, so that the form does not move. */}
      <LastOutcome />
    </>
  )
}

const SECOND_MS = 1_000

/** Asks before the same poster is sent again, as the first may have cost points already. */
function ConfirmAgain({
  toConfirm: {
    request,
    question: { reason },
    askedAt,
  },
}: {
  toConfirm: ToConfirm
}) {
  const { sender } = usePosters()
  // Relative to the time of the question, so that the text does not change while it is read. At least a second
  // ago: "was sent now" would read like an order, and the clock may have been set back.
  const ago = formatRelative(Math.min(reason.at, askedAt - SECOND_MS), askedAt)
  const title =
    reason.kind === 'in-flight-elsewhere' ? m.again_flying_title() : m.unknown_again_title()
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={() => sender.dismiss()} isQuestion>
      <p>{explain(reason, ago)}</p>
      {/* The form may have other values by now. */}
      <p className="text-sm wrap-anywhere text-muted">
        <RequestWords request={request} />
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        <Payer />
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => sender.dismiss()}>{m.unknown_again_cancel()}</Button>
        <Button
          tone="primary"
          onClick={({ detail }) => {
            // Ignore the second click of a double click: it was meant for the button that was here before.
            if (detail < 2) sender.confirm()
          }}
        >
          {m.unknown_again_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}

function explain(reason: AskReason, ago: string): string {
  switch (reason.kind) {
    case 'in-flight-elsewhere':
      return reason.sameAccount ? m.again_flying({ ago }) : m.again_flying_elsewhere({ ago })
    case 'unknown':
      return m.again_unknown({ ago })
    case 'recent':
      return reason.sameAccount ? m.again_recent({ ago }) : m.again_recent_elsewhere({ ago })
  }
}
