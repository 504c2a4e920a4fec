import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type Balance, lastBalance, usePosterCreations } from '#web/api/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { IgnoredInputs } from '#web/notices/ignored-inputs.tsx'
import { ConfirmAgain } from '#web/posters/confirm-again.tsx'
import { loadDraft, type PosterDraft, saveDraft, spendDraft } from '#web/posters/draft.ts'
import { CreatedPanel, NotCreatedBanner } from '#web/posters/outcome-panels.tsx'
import { PosterForm } from '#web/posters/poster-form.tsx'
import { focusPageHeading, PageHeading } from '#web/ui/page-heading.tsx'

/** What the posters screen is given: what its address fills in, who pays, and the ways out of it. */
export interface PostersScreenProps {
  /** from the address; fills in, never submits */
  prefill: Partial<PosterDraft>
  /** what the address asked for and could not have */
  ignored: readonly InvalidInput[]
  /** the address has done its work */
  onPrefilled: () => void
  account: { name: string; keyTail: string }
  onReplaceKey: () => void
  /** a link to the list, in the words given */
  renderTasksLink: (label: string) => ReactNode
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
  const [draft, setDraft] = useState<PosterDraft>(() => ({ ...loadDraft(), ...prefill }))
  const { attempts, balance, create } = usePosterCreations((request) => {
    // This screen may be gone by now; the stored draft is not.
    saveDraft(spendDraft(loadDraft(), request))
    setDraft((current) => spendDraft(current, request))
  })
  const [toConfirm, setToConfirm] = useState<PosterTaskRequest>()
  const last = attempts.at(-1)
  // What was created before this screen was opened is in the list; the screen is for the next one.
  const [dismissed, setDismissed] = useState(() =>
    last?.outcome?.kind === 'created' ? last.id : undefined,
  )
  const outcome = last === undefined || last.id === dismissed ? null : last.outcome
  const initiallyIgnored = usePrefill({ draft, prefill, ignored, onPrefilled })

  function changeDraft(next: PosterDraft) {
    setDraft(next)
    saveDraft(next)
  }

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
      <IgnoredInputs ignored={initiallyIgnored} />
      {outcome?.kind === 'created' ? (
        <CreatedPanel
          outcome={outcome}
          previous={lastBalance(attempts.slice(0, -1))}
          tasksLink={renderTasksLink(m.created_see_tasks())}
          onAnother={() => {
            focusPageHeading()
            setDismissed(last?.id)
          }}
        />
      ) : (
        <>
          {outcome !== null && (
            <NotCreatedBanner
              key={last?.id}
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
