import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { LatestSubmission } from '#web/submissions/send-submission.ts'
import { type Balance, lastBalance } from '#web/submissions/submission-log.ts'
import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import type { Outcome, Submission } from '#web/submissions/submission.ts'
import { type SubmissionsApi, useSubmissions } from '#web/submissions/use-submissions.ts'
import { m } from '#web/messages/generated/messages.js'
import { type BatchControl, batchOf } from '#web/posters/batch/batch-run.ts'
import {
  EMPTY_DRAFT,
  isEmpty,
  type PosterDraft,
  type PosterFields,
  useDraft,
  useSentDraft,
} from '#web/posters/form/draft.ts'
import { type FollowedTasks, useFollowedTasks } from '#web/posters/follow/use-followed-tasks.ts'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

const NONE: readonly Submission[] = []

/** What the address of the screen asks for. */
export interface AddressInput {
  /** fills in the form, never submits it */
  prefill: Partial<PosterFields>
  /** what the address asked for and cannot be used */
  ignored: readonly InvalidInput[]
  /** called when the form is filled in */
  onPrefilled: () => void
}

/** Everything that the posters screen shows and does. */
export interface PostersScreenModel {
  /** nothing can be created in this account */
  isReadOnly: boolean
  /** what is in the place of the form */
  view: 'batch' | 'created' | 'form'
  submissions: SubmissionsApi
  /** the tasks of the created posters */
  followed: FollowedTasks
  batch: BatchControl
  draft: PosterDraft
  /** the last submission of the form, while its outcome is shown */
  shown: ShownOutcome | null
  /** what the address asked for and cannot be used */
  ignored: readonly InvalidInput[]
  changeDraft: (fields: PosterFields) => void
  /** Switches between the form and the batch. */
  showBatch: (isOpen: boolean) => void
  /** Goes from the created poster back to the form. */
  createAnother: () => void
  /** Fills the form with an earlier submission. */
  repeat: (submission: Pick<Submission, 'request'>) => void
  /** Call this after submissions were removed from the log. */
  noteCleared: (ids: ReadonlySet<string>) => void
}

/** The outcome of the last submission of the form. */
export interface ShownOutcome {
  id: string
  request: PosterTaskRequest
  outcome: Outcome
  /** the outcome came with the reply to this tab; false: the log has learnt it later */
  isFromReply: boolean
  /** what was sent, if the form has another poster by now; else null */
  formerRequest: PosterTaskRequest | null
  /** the balance before this submission, if known */
  previousBalance: Balance | null
}

/** The state of the posters screen, and what a person can do on it. */
export function usePostersScreen({
  prefill,
  ignored,
  onPrefilled,
}: AddressInput): PostersScreenModel {
  const session = useApiSession()
  const { profileId, isReadOnly } = session
  // In a read-only account there is no form to fill in.
  const draftState = useDraft(profileId, isReadOnly ? {} : prefill)
  const { draft, setDraft, markDraftSent } = draftState
  const submissions = useSubmissions(markDraftSent)
  const { log, latest } = submissions
  const followed = useFollowedTasks(log?.submissions ?? NONE)
  const batch = batchOf(session)
  const isBatch = useSelector(batch.workspace, ({ isOpen }) => isOpen) && !isReadOnly
  const initiallyIgnored = usePrefilled({ prefill, ignored, onPrefilled })
  useSentDraft(profileId, draftState, submissions)

  const known = (id: string) => outcomeOf(id, latest, log)
  // Empty the form once its poster is created: it must not be offered again, even if the log is cleared.
  if (draft.sent !== null && known(draft.sent.id)?.kind === 'created') setDraft(EMPTY_DRAFT)
  // A poster that was created before the screen was opened is in the log. The screen starts with the form.
  const [dismissed, setDismissed] = useState(() =>
    latest !== null && known(latest.id)?.kind === 'created' ? latest.id : undefined,
  )
  const outcome = latest === null || latest.id === dismissed ? null : known(latest.id)
  const shown =
    latest === null || outcome === null
      ? null
      : {
          id: latest.id,
          request: latest.request,
          outcome,
          isFromReply: latest.outcome?.kind === outcome.kind,
          formerRequest: draft.sent?.id === latest.id ? null : latest.request,
          previousBalance: lastBalance(before(log, latest)),
        }
  // If the person has started another poster, the form stays.
  const formOrCreated = outcome?.kind === 'created' && isEmpty(draft) ? 'created' : 'form'

  function showBatch(isOpen: boolean) {
    // The button that was pressed goes away.
    focusPageHeading()
    batch.edit({ isOpen })
  }

  return {
    isReadOnly,
    view: isBatch ? 'batch' : formOrCreated,
    submissions,
    followed,
    batch,
    draft,
    shown,
    ignored: initiallyIgnored,
    changeDraft(fields) {
      setDraft({ ...fields, sent: null })
    },
    showBatch,
    createAnother() {
      focusPageHeading()
      setDismissed(latest?.id)
    },
    repeat({ request }) {
      showBatch(false)
      if (outcome?.kind === 'created') setDismissed(latest?.id)
      setDraft({ imageUrl: request.image_url, scene: request.prompt, sent: null })
      // On a phone the form is far above the log.
      scrollTo({ top: 0 })
      announce(m.submission_repeated())
    },
    noteCleared(ids) {
      // Otherwise the batch or the draft would add them to the log again.
      batch.noteCleared(ids)
      setDraft((now) => (now.sent !== null && ids.has(now.sent.id) ? { ...now, sent: null } : now))
    },
  }
}

/** The outcome of a submission as far as it is known; null: not yet. */
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
 * Reports once that the address has filled in the form. From then on it is a draft like any other.
 *
 * @returns what the address asked for and cannot be used, also after the address has changed
 */
function usePrefilled({ prefill, ignored, onPrefilled }: AddressInput): readonly InvalidInput[] {
  const initiallyIgnored = useRef(ignored)
  useEffect(() => {
    if (Object.keys(prefill).length === 0 && ignored.length === 0) return
    onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  return initiallyIgnored.current
}
