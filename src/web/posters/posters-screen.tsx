import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import { lastBalance } from '#web/submissions/submission-log.ts'
import type { NewSubmission, Outcome, Submission } from '#web/submissions/submission.ts'
import type { LatestSubmission } from '#web/submissions/send-submission.ts'
import { useSubmissions } from '#web/submissions/use-submissions.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { batchOf } from '#web/posters/batch/batch-run.ts'
import { ConfirmAgain } from '#web/posters/form/confirm-again.tsx'
import {
  EMPTY_DRAFT,
  isEmpty,
  loadDraft,
  markSent,
  type PosterDraft,
  type PosterFields,
  saveDraft,
} from '#web/posters/form/draft.ts'
import { CreatedPanel, NotCreatedBanner } from '#web/posters/form/outcome-panels.tsx'
import { BatchView } from '#web/posters/lazy-parts.ts'
import { Payer, PayerName } from '#web/posters/form/payer.tsx'
import { PosterForm } from '#web/posters/form/poster-form.tsx'
import { RequestWords } from '#web/posters/request-words.tsx'
import { useLateMark, useRecall } from '#web/posters/form/sent-draft.ts'
import { Submissions } from '#web/posters/submissions/submissions.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading, PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** What the posters screen is given: what its address fills in, who pays, and the ways out of it. */
export interface PostersScreenProps {
  /** from the address; fills in, never submits */
  prefill: Partial<PosterFields>
  /** what the address asked for and could not have */
  ignored: readonly InvalidInput[]
  /** the address has done its work */
  onPrefilled: () => void
  account: { name: string; keyTail: string }
  onReplaceKey: () => void
  /** a link to where an account's mark is taken away */
  accountsLink: ReactNode
  /** a link to the list, or to one page of it, in the words given */
  renderTasksLink: (label: string, page?: number) => ReactNode
}

/** Creates one poster task at a time: at most one request for each confirmed submission. */
export function PostersScreen({
  prefill,
  ignored,
  onPrefilled,
  account,
  onReplaceKey,
  accountsLink,
  renderTasksLink,
}: PostersScreenProps) {
  useTimeZone()
  const session = useApiSession()
  const { profileId, isReadOnly } = session
  const [draft, setDraft] = useState<PosterDraft>(() =>
    // What nobody can see or send here is no draft of theirs.
    firstDraft(profileId, isReadOnly ? {} : prefill),
  )
  const creations = useSubmissions(noteSent)
  const { log, latest, isSending, flyingId, toConfirm, create, confirm, dismiss, recall } =
    creations
  const batch = batchOf(session)
  const desk = useSyncExternalStore(batch.subscribe, batch.desk)
  const isBatch = desk.isOpen && !isReadOnly
  const known = (id: string) => outcomeOf(id, latest, log)
  // What was just paid for is not offered again, whatever becomes of the log that says so.
  if (draft.sent !== null && known(draft.sent.id)?.kind === 'created') setDraft(EMPTY_DRAFT)
  useEffect(() => {
    saveDraft(profileId, draft)
  }, [profileId, draft])
  // What was created before this screen was opened is in the list; the screen is for the next one.
  const [dismissed, setDismissed] = useState(() =>
    latest !== null && known(latest.id)?.kind === 'created' ? latest.id : undefined,
  )
  const outcome = latest === null || latest.id === dismissed ? null : known(latest.id)
  const initiallyIgnored = usePrefill({ prefill, ignored, onPrefilled })
  useRecall({ draft, log, latest, recall, profileId })
  useLateMark(profileId, latest, setDraft)
  // The form may hold another poster by now.
  const former = latest === null || draft.sent?.id === latest.id ? null : latest.request
  const payer = <Payer account={account} log={log} />

  /** The button that leads from one to the other goes away. */
  function showBatch(isOpen: boolean) {
    focusPageHeading()
    batch.edit({ isOpen })
  }

  function repeat({ request }: Submission) {
    showBatch(false)
    if (outcome?.kind === 'created') setDismissed(latest?.id)
    setDraft({ imageUrl: request.image_url, scene: request.prompt, sent: null })
    // On a phone the form is far above the log.
    scrollTo({ top: 0 })
    announce(m.submission_repeated())
  }

  /** What is out of the log is not brought back by what it was sent from. */
  function noteCleared(ids: ReadonlySet<string>) {
    batch.noteCleared(ids)
    setDraft((now) => (now.sent !== null && ids.has(now.sent.id) ? { ...now, sent: null } : now))
  }

  function noteSent(submission: NewSubmission) {
    // This screen may be gone by now; the stored draft is not.
    saveDraft(profileId, markSent(loadDraft(profileId), submission, profileId))
    setDraft((current) => markSent(current, submission, profileId))
  }

  function form() {
    if (isBatch) {
      return (
        // As high as a screen until its code is there: what stands below does not move up and down.
        <Suspense fallback={<div className="min-h-svh" />}>
          <BatchView
            desk={desk}
            control={batch}
            profileId={profileId}
            payer={payer}
            onReplaceKey={onReplaceKey}
            onOnePoster={() => {
              showBatch(false)
            }}
            {...{ log, flyingId, isSending, recall }}
          />
        </Suspense>
      )
    }
    // Who has gone on to another poster keeps the form under their hands.
    if (outcome?.kind === 'created' && isEmpty(draft)) {
      return (
        <CreatedPanel
          outcome={outcome}
          previous={lastBalance(before(log, latest))}
          tasksLink={renderTasksLink(m.created_see_tasks())}
          onAnother={() => {
            focusPageHeading()
            setDismissed(latest?.id)
          }}
        />
      )
    }
    return (
      <>
        {isReadOnly ? (
          <Banner tone="note" title={m.poster_read_only()} actions={accountsLink}>
            <p>{m.poster_read_only_text()}</p>
          </Banner>
        ) : (
          <PosterForm
            draft={draft}
            onDraftChange={(fields) => {
              setDraft({ ...fields, sent: null })
            }}
            isSubmitting={isSending}
            onSubmit={create}
            onSeveral={() => {
              showBatch(true)
            }}
            payer={payer}
            payerName={<PayerName account={account} />}
          />
        )}
        {/* Beside the button that was pressed: the form stays where it is. */}
        {outcome !== null && outcome.kind !== 'created' && (
          <NotCreatedBanner
            key={latest?.id}
            outcome={outcome}
            formerRequest={former}
            tasksLink={renderTasksLink(m.unknown_see_tasks())}
            onReplaceKey={onReplaceKey}
          />
        )}
        {/* One that was known late has been announced by the log. */}
        {outcome?.kind === 'created' && latest?.outcome?.kind === 'created' && (
          <Banner
            tone="note"
            title={m.created_title()}
            actions={renderTasksLink(m.created_see_tasks())}
          >
            {former !== null && (
              <p>
                <RequestWords request={former} />
              </p>
            )}
          </Banner>
        )}
      </>
    )
  }

  return (
    <>
      <PageTitle>{`${m.title_posters()} · ${m.app_name()}`}</PageTitle>
      <div className="space-y-1">
        <PageHeading>{m.poster_heading()}</PageHeading>
        <p className="text-muted">{m.poster_intro()}</p>
      </div>
      <IgnoredInputs ignored={initiallyIgnored} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4">{form()}</div>
        <Submissions
          log={log}
          sendingId={flyingId ?? undefined}
          accountName={account.name}
          onRepeat={isReadOnly ? undefined : repeat}
          onCleared={noteCleared}
          renderTasksLink={renderTasksLink}
        />
      </div>
      {toConfirm !== null && (
        <ConfirmAgain
          // Another question is another dialog: a click meant for the first does not answer it.
          key={toConfirm.question.reason.kind}
          toConfirm={toConfirm}
          payer={payer}
          onCancel={dismiss}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

/** What was typed before, and over it what the address asks for. */
function firstDraft(profileId: string, prefill: Partial<PosterFields>): PosterDraft {
  const draft = loadDraft(profileId)
  return Object.keys(prefill).length === 0 ? draft : { ...draft, ...prefill, sent: null }
}

/** What became of a submission, as far as is known by now; null: nothing yet. */
function outcomeOf(
  id: string,
  latest: LatestSubmission | null,
  log: SubmissionLog | undefined,
): Outcome | null {
  const recorded = log?.submissions.find((submission) => submission.id === id)
  if (recorded !== undefined) return recorded.outcome
  return latest?.id === id ? latest.outcome : null
}

/** The submissions before the last one of this tab. */
function before(log: SubmissionLog | undefined, latest: LatestSubmission | null): Submission[] {
  const submissions = log?.submissions ?? []
  const index = submissions.findIndex(({ id }) => id === latest?.id)
  return index === -1 ? [...submissions] : submissions.slice(0, index)
}

/**
 * Lets the address fill the form in once: from then on it is a draft like any other.
 *
 * @returns what the address asked for and could not have, also when it says it no longer
 */
function usePrefill({
  prefill,
  ignored,
  onPrefilled,
}: Pick<PostersScreenProps, 'prefill' | 'ignored' | 'onPrefilled'>) {
  const initiallyIgnored = useRef(ignored)
  useEffect(() => {
    if (Object.keys(prefill).length === 0 && ignored.length === 0) return
    onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  return initiallyIgnored.current
}
