import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { AttemptLog } from '#web/api/attempt-journal.ts'
import { lastBalance } from '#web/api/attempt-log.ts'
import { isNews, type RecordedAttempt } from '#web/api/attempt-record.ts'
import type { CreationOutcome } from '#web/api/creation-outcome.ts'
import { type Submission, usePosterCreations } from '#web/api/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/notices/ignored-inputs.tsx'
import { ConfirmAgain } from '#web/posters/confirm-again.tsx'
import {
  EMPTY_DRAFT,
  isEmpty,
  loadDraft,
  markSent,
  type PosterDraft,
  type PosterFields,
  saveDraft,
} from '#web/posters/draft.ts'
import { CreatedPanel, NotCreatedBanner } from '#web/posters/outcome-panels.tsx'
import { PosterForm } from '#web/posters/poster-form.tsx'
import { Submissions } from '#web/posters/submissions.tsx'
import { focusPageHeading, PageHeading } from '#web/ui/page-heading.tsx'

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
  renderTasksLink,
}: PostersScreenProps) {
  const [kept, setKept] = useState<PosterDraft>(() => firstDraft(prefill))
  const { log, latest, isSending, toConfirm, create, confirm, dismiss } =
    usePosterCreations(noteSent)
  // What was just paid for is not offered again.
  const isSpent = kept.sentAs !== null && isCreated(kept.sentAs, latest, log)
  const draft = isSpent ? EMPTY_DRAFT : kept
  useEffect(() => {
    if (isSpent) saveDraft(EMPTY_DRAFT)
  }, [isSpent])
  // What was created before this screen was opened is in the list; the screen is for the next one.
  const [dismissed, setDismissed] = useState(() =>
    latest !== null && outcomeNow(latest, log)?.kind === 'created' ? latest.id : undefined,
  )
  const outcome = latest === null || latest.id === dismissed ? null : outcomeNow(latest, log)
  // Who has gone on to another poster by the time it is known keeps the form under their hands.
  const isMidway = latest?.outcome?.kind !== 'created' && !isEmpty(draft)
  const initiallyIgnored = usePrefill({ draft, prefill, ignored, onPrefilled })

  function changeDraft(next: PosterFields) {
    const changed = { ...next, sentAs: null }
    setKept(changed)
    saveDraft(changed)
  }

  function noteSent(id: string, request: PosterTaskRequest) {
    // This screen may be gone by now; the stored draft is not.
    saveDraft(markSent(loadDraft(), id, request))
    setKept((current) => markSent(current, id, request))
  }

  return (
    <>
      <title>{`${m.title_posters()} · ${m.app_name()}`}</title>
      <div className="space-y-1">
        <PageHeading>{m.poster_heading()}</PageHeading>
        <p className="text-muted">{m.poster_intro()}</p>
      </div>
      <IgnoredInputs ignored={initiallyIgnored} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4">
          {outcome?.kind === 'created' && !isMidway ? (
            <CreatedPanel
              outcome={outcome}
              previous={lastBalance(before(log, latest))}
              tasksLink={renderTasksLink(m.created_see_tasks())}
              onAnother={() => {
                focusPageHeading()
                setDismissed(latest?.id)
              }}
            />
          ) : (
            <>
              {outcome !== null && outcome.kind !== 'created' && (
                <NotCreatedBanner
                  key={latest?.id}
                  outcome={outcome}
                  tasksLink={renderTasksLink(m.unknown_see_tasks())}
                  onReplaceKey={onReplaceKey}
                />
              )}
              <PosterForm
                draft={draft}
                onDraftChange={changeDraft}
                isSubmitting={isSending}
                onSubmit={create}
                payer={<Payer account={account} log={log} />}
              />
            </>
          )}
        </div>
        <Submissions
          log={log}
          sendingId={latest?.outcome === null ? latest.id : undefined}
          renderTasksLink={renderTasksLink}
        />
      </div>
      {toConfirm !== null && (
        <ConfirmAgain
          // Another question is another dialog: a click meant for the first does not answer it.
          key={toConfirm.question.reason.kind}
          toConfirm={toConfirm}
          onCancel={dismiss}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

/** What was typed before, and over it what the address asks for. */
function firstDraft(prefill: Partial<PosterFields>): PosterDraft {
  const draft = loadDraft()
  return Object.keys(prefill).length === 0 ? draft : { ...draft, ...prefill, sentAs: null }
}

/** Whether it is known by now that a submission was created. */
function isCreated(id: string, latest: Submission | null, log: AttemptLog | undefined): boolean {
  const recorded = log?.attempts.find((attempt) => attempt.id === id)
  const outcome = recorded === undefined && latest?.id === id ? latest.outcome : recorded?.outcome
  return outcome?.kind === 'created'
}

/** What became of the last submission, as far as is known by now: our host may have told it since. */
function outcomeNow(latest: Submission, log: AttemptLog | undefined): CreationOutcome | null {
  const recorded = log?.attempts.find(({ id }) => id === latest.id)
  return recorded !== undefined && isNews(latest, recorded.outcome)
    ? recorded.outcome
    : latest.outcome
}

/** The submissions before the last one of this tab. */
function before(log: AttemptLog | undefined, latest: Submission | null): RecordedAttempt[] {
  const attempts = log?.attempts ?? []
  const index = attempts.findIndex(({ id }) => id === latest?.id)
  return index === -1 ? [...attempts] : attempts.slice(0, index)
}

/**
 * Lets the address fill the form in once: from then on it is a draft like any other.
 *
 * @returns what the address asked for and could not have, also when it says it no longer
 */
function usePrefill({
  draft,
  prefill,
  ignored,
  onPrefilled,
}: { draft: PosterDraft } & Pick<PostersScreenProps, 'prefill' | 'ignored' | 'onPrefilled'>) {
  const initiallyIgnored = useRef(ignored)
  useEffect(() => {
    if (Object.keys(prefill).length === 0 && ignored.length === 0) return
    saveDraft(draft)
    onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  return initiallyIgnored.current
}

function Payer({
  account,
  log,
}: {
  account: { name: string; keyTail: string }
  /** undefined: what is known of the balance has not been read yet */
  log: AttemptLog | undefined
}) {
  const balance = lastBalance(log?.attempts ?? [])
  return (
    <>
      <bdi>{m.poster_pays({ name: account.name, tail: account.keyTail })}</bdi>
      {log !== undefined && ' · '}
      {log !== undefined && balance === null && m.poster_balance_unknown()}
      {balance !== null &&
        m.poster_balance({
          points: formatNumber(balance.points),
          time: formatClock(balance.at),
        })}
    </>
  )
}
