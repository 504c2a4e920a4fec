import { type ReactNode, useEffect, useState } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type Balance, lastBalance, usePosterCreations } from '#web/api/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { ConfirmAgain } from '#web/posters/confirm-again.tsx'
import { EMPTY_DRAFT, loadDraft, type PosterDraft, saveDraft } from '#web/posters/draft.ts'
import { CreatedPanel, NotCreatedBanner } from '#web/posters/outcome-panels.tsx'
import { PosterForm } from '#web/posters/poster-form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

/** What the posters screen is given: what its address fills in, who pays, and the ways out of it. */
export interface PostersScreenProps {
  /** from the address; fills in, never submits */
  prefill: Partial<PosterDraft>
  account: { name: string; keyTail: string }
  onReplaceKey: () => void
  /** a link to the list, in the words given */
  renderTasksLink: (label: string) => ReactNode
}

/** Creates one poster task at a time: at most one request for each confirmed submission. */
export function PostersScreen({
  prefill,
  account,
  onReplaceKey,
  renderTasksLink,
}: PostersScreenProps) {
  const { attempts, balance, create } = usePosterCreations()
  const [draft, setDraft] = useState<PosterDraft>(() => ({ ...loadDraft(), ...prefill }))
  const [toConfirm, setToConfirm] = useState<PosterTaskRequest>()
  const [dismissed, setDismissed] = useState<string>()
  const last = attempts.at(-1)
  const outcome = last === undefined || last.id === dismissed ? null : last.outcome

  function changeDraft(next: PosterDraft) {
    setDraft(next)
    saveDraft(next)
  }

  const isCreated = outcome?.kind === 'created'
  useEffect(() => {
    // A reload must not offer again what was just paid for.
    if (isCreated) saveDraft(EMPTY_DRAFT)
  }, [isCreated])

  function submit(request: PosterTaskRequest) {
    const mayExist = attempts.some(
      (attempt) => attempt.outcome?.kind === 'unknown' && isSameRequest(attempt.request, request),
    )
    if (mayExist) setToConfirm(request)
    else create(request)
  }

  return (
    <>
      <title>{`${m.title_posters()} · ${m.app_name()}`}</title>
      <div className="space-y-1">
        <PageHeading>{m.poster_heading()}</PageHeading>
        <p className="text-muted">{m.poster_intro()}</p>
      </div>
      {isCreated ? (
        <CreatedPanel
          outcome={outcome}
          previous={lastBalance(attempts.slice(0, -1))}
          tasksLink={renderTasksLink(m.created_see_tasks())}
          onAnother={() => {
            changeDraft(EMPTY_DRAFT)
            setDismissed(last?.id)
          }}
        />
      ) : (
        <>
          {outcome !== null && (
            <NotCreatedBanner
              outcome={outcome}
              tasksLink={renderTasksLink(m.unknown_see_tasks())}
              onReplaceKey={onReplaceKey}
            />
          )}
          <PosterForm
            draft={draft}
            onDraftChange={changeDraft}
            isSubmitting={last?.outcome === null}
            onSubmit={submit}
            payer={<Payer account={account} balance={balance} />}
          />
        </>
      )}
      {toConfirm !== undefined && (
        <ConfirmAgain
          onCancel={() => {
            setToConfirm(undefined)
          }}
          onConfirm={() => {
            setToConfirm(undefined)
            create(toConfirm)
          }}
        />
      )}
    </>
  )
}

function isSameRequest(a: PosterTaskRequest, b: PosterTaskRequest): boolean {
  return a.image_url === b.image_url && a.prompt === b.prompt
}

function Payer({
  account,
  balance,
}: {
  account: { name: string; keyTail: string }
  balance: Balance | null
}) {
  return (
    <>
      <bdi>{m.poster_pays({ name: account.name, tail: account.keyTail })}</bdi>
      {' · '}
      {balance === null
        ? m.poster_balance_unknown()
        : m.poster_balance({
            points: formatNumber(balance.points),
            time: formatClock(balance.at),
          })}
    </>
  )
}
