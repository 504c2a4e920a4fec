import { type ReactNode, Suspense } from 'react'

import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { CreatedPanel, NotCreatedBanner } from '#web/posters/form/outcome-panels.tsx'
import { PosterForm } from '#web/posters/form/poster-form.tsx'
import { Cropping } from '#web/posters/picture/picture-field.tsx'
import { useNoStrayDrops } from '#web/posters/picture/transfers.ts'
import { SharedNotice } from '#web/posters/picture/shared-pictures.tsx'
import { LowBalance, PointsLimitField } from '#web/posters/points-limit.tsx'
import { Payer } from '#web/posters/price.tsx'
import { RequestWords } from '#web/posters/poster-words.tsx'
import { Submissions } from '#web/posters/submissions/submissions.tsx'
import {
  type AddressInput,
  type PostersScreenModel,
  type ShownOutcome,
  usePostersScreen,
} from '#web/posters/use-posters-screen.ts'
import { Banner } from '#web/ui/banner.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import type { AskReason } from '#web/poster-records/question.ts'
import { formatRelative } from '#web/format/time.ts'
import { lastBalance } from '#web/poster-records/record.ts'
import type { ToConfirm } from '#web/poster-records/sender.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PostersContext, type RenderTasksLink, usePosters } from '#web/posters/posters-context.ts'

const BatchView = lazyPart(
  async () => (await import('#web/posters/batch/batch-view.tsx')).BatchView,
  NotLoaded,
)

/** What the posters screen is given: the input of its address, the account, and the ways out. */
export interface PostersScreenProps extends AddressInput {
  account: { name: string; keyTail: string }
  onReplaceKey: () => void
  /** a link to where a read-only account can be changed */
  accountsLink: ReactNode
  renderTasksLink: RenderTasksLink
}

/** Creates posters, one at a time or in a batch: at most one request for each confirmed poster. */
export function PostersScreen(props: PostersScreenProps) {
  useTimeZone()
  useNoStrayDrops()
  const { account, renderTasksLink } = props
  const screen = usePostersScreen(props)
  const { posters, sender, pictures, followed, scenePictures } = screen
  const { log, sendingId, toConfirm } = posters
  const { scene, isSeveral } = screen.input
  const paid = toConfirm?.request.prompt ?? (isSeveral ? null : scene)
  const payer = <Payer account={account} log={log} scene={paid} />
  return (
    <PostersContext value={{ pictures, followed, scenePictures, renderTasksLink }}>
      <PageTitle>{`${followed.titlePrefix}${m.title_posters()} · ${m.app_name()}`}</PageTitle>
      <div className="space-y-1">
        <PageHeading>{m.poster_heading()}</PageHeading>
        <p className="text-muted">{m.poster_intro()}</p>
      </div>
      <IgnoredInputs ignored={screen.ignored} />
      <SharedNotice
        isLost={props.isShareLost}
        isReadOnly={screen.isReadOnly}
        target={screen.view === 'batch' ? 'several' : 'one'}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4">
          <Creation screen={screen} payer={payer} {...props} />
          {screen.view !== 'batch' && <Points screen={screen} />}
        </div>
        <Submissions
          log={log}
          sendingId={sendingId ?? undefined}
          accountName={account.name}
          onRepeat={screen.isReadOnly ? undefined : screen.repeat}
          onReview={screen.review}
        />
      </div>
      <Cropping />
      {toConfirm !== null && (
        <ConfirmAgain
          // Another question is another dialog: a click that was meant for the first must not answer it.
          key={toConfirm.question.reason.kind}
          toConfirm={toConfirm}
          payer={payer}
          onCancel={() => sender.dismiss()}
          onConfirm={() => sender.confirm()}
        />
      )}
    </PostersContext>
  )
}

/** Below the form: a notice when few points are left, and the limit for it. */
function Points({ screen: { posters, view, isReadOnly } }: { screen: PostersScreenModel }) {
  const balance = lastBalance(posters.log?.records ?? [])
  return (
    <>
      <LowBalance balance={balance} />
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

type CreationProps = { screen: PostersScreenModel; payer: ReactNode } & Pick<
  PostersScreenProps,
  'account' | 'onReplaceKey' | 'accountsLink'
>

/** Where posters are created: the batch, the poster that was just created, or the form. */
function Creation(props: CreationProps) {
  const { screen, payer, onReplaceKey } = props
  const { view, shown } = screen
  const { renderTasksLink } = usePosters()
  if (view === 'batch') {
    return (
      // The fallback is as high as the window, so that the log below does not move when the code arrives.
      <Suspense fallback={<div className="min-h-svh" />}>
        <BatchView
          input={screen.input}
          edit={screen.edit}
          sender={screen.sender}
          posters={screen.posters}
          payer={payer}
          onReplaceKey={onReplaceKey}
          onOnePoster={() => {
            screen.showBatch(false)
          }}
        />
      </Suspense>
    )
  }
  if (view === 'created' && shown?.outcome.kind === 'created') {
    return (
      <CreatedPanel
        outcome={shown.outcome}
        previous={shown.previousBalance}
        onAgain={() => {
          screen.repeat(shown)
        }}
        tasksLink={renderTasksLink(m.created_see_tasks())}
        onAnother={screen.createAnother}
      />
    )
  }
  return (
    <>
      <SinglePoster {...props} />
      {/* Below the form, next to the button that was pressed, so that the form does not move. */}
      {shown !== null && <LastOutcome shown={shown} onReplaceKey={onReplaceKey} />}
    </>
  )
}

/** The form for one poster, or why there is none. */
function SinglePoster({ screen, payer, account, accountsLink }: CreationProps) {
  const { input, edit, posters, sender, showBatch } = screen
  if (screen.isReadOnly) {
    return (
      <Banner tone="note" title={m.poster_read_only()} actions={accountsLink}>
        <p>{m.poster_read_only_text()}</p>
      </Banner>
    )
  }
  return (
    <PosterForm
      fields={input}
      onFieldsChange={(fields) => edit({ ...fields, sentId: null })}
      isSubmitting={posters.isSending}
      onSubmit={(request) => sender.create(request)}
      onSeveral={() => {
        showBatch(true)
      }}
      payer={payer}
      payerName={<Payer account={account} log={posters.log} scene={input.scene} isBrief />}
    />
  )
}

/** The outcome of the last submission, beside a form that is in use. */
function LastOutcome({
  shown: { id, outcome, isFromReply, formerRequest },
  onReplaceKey,
}: { shown: ShownOutcome } & Pick<CreationProps, 'onReplaceKey'>) {
  const { renderTasksLink } = usePosters()
  if (outcome.kind !== 'created') {
    return (
      <NotCreatedBanner
        key={id}
        outcome={outcome}
        formerRequest={formerRequest}
        tasksLink={renderTasksLink(m.unknown_see_tasks())}
        onReplaceKey={onReplaceKey}
      />
    )
  }
  // An outcome that became known later was announced by the log.
  if (!isFromReply) return null
  return (
    <Banner tone="note" title={m.created_title()} actions={renderTasksLink(m.created_see_tasks())}>
      {formerRequest !== null && (
        <p>
          <RequestWords request={formerRequest} />
        </p>
      )}
    </Banner>
  )
}

const SECOND_MS = 1_000

/** Asks before the same poster is sent again, as the first may have cost points already. */
function ConfirmAgain({
  toConfirm: { request, question, askedAt },
  payer,
  onConfirm,
  onCancel,
}: {
  toConfirm: ToConfirm
  /** which account pays, and its balance if known */
  payer: ReactNode
  onConfirm: () => void
  onCancel: () => void
}) {
  const { reason } = question
  // Relative to the time of the question, so that the text does not change while it is read. At least a second
  // ago: "was sent now" would read like an order, and the clock may have been set back.
  const ago = formatRelative(Math.min(reason.at, askedAt - SECOND_MS), askedAt)
  const title =
    reason.kind === 'in-flight-elsewhere' ? m.again_flying_title() : m.unknown_again_title()
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onCancel} isQuestion>
      <p>{explain(reason, ago)}</p>
      {/* The form may have other values by now. */}
      <p className="text-sm wrap-anywhere text-muted">
        <RequestWords request={request} />
      </p>
      <p className="text-sm wrap-anywhere text-muted">{payer}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{m.unknown_again_cancel()}</Button>
        <Button
          tone="primary"
          onClick={({ detail }) => {
            // Ignore the second click of a double click: it was meant for the button that was here before.
            if (detail < 2) onConfirm()
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
