import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

import type { NewSubmission } from '#web/submissions/submission.ts'
import type { SubmissionsApi } from '#web/submissions/use-submissions.ts'
import {
  loadDraft,
  markSent,
  type PosterDraft,
  type PosterFields,
  saveDraft,
} from '#web/posters/form/draft.ts'

/** The draft of the form, and how to change it. */
export interface DraftState {
  draft: PosterDraft
  setDraft: Dispatch<SetStateAction<PosterDraft>>
  /** Marks the draft as sent, also after the screen was left. */
  markDraftSent: (submission: NewSubmission) => void
}

/**
 * The draft of an account in this tab. It starts with what was typed before, and is saved on every change.
 *
 * @param prefill from the address; overrides what was typed before
 */
export function useDraft(profileId: string, prefill: Partial<PosterFields>): DraftState {
  const [draft, setDraft] = useState<PosterDraft>(() => {
    const saved = loadDraft(profileId)
    return Object.keys(prefill).length === 0 ? saved : { ...saved, ...prefill, sent: null }
  })
  useEffect(() => {
    saveDraft(profileId, draft)
  }, [profileId, draft])
  return {
    draft,
    setDraft,
    markDraftSent(submission) {
      // The screen may be gone by now, so the stored draft is marked as well.
      saveDraft(profileId, markSent(loadDraft(profileId), submission, profileId))
      setDraft((current) => markSent(current, submission, profileId))
    },
  }
}

/** Keeps the draft and the submission that it was sent as in step. */
export function useSentDraft(
  profileId: string,
  { draft, setDraft }: DraftState,
  submissions: SubmissionsApi,
): void {
  const latestId = submissions.latest?.id
  useRecallLost(profileId, draft, submissions)
  useEffect(() => {
    // A submission that was begun before the screen was left has marked the stored draft only.
    const stored = loadDraft(profileId)
    if (latestId !== undefined && stored.sent?.id === latestId) setDraft(stored)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each submission
  }, [latestId])
}

/**
 * After a reload, the last submission may be missing in the log: the browser stores none, or another tab has
 * deleted them. It is added from the draft, so that its outcome can still be asked for.
 */
function useRecallLost(
  profileId: string,
  { imageUrl, scene, sent }: PosterDraft,
  { log, latest, recall }: SubmissionsApi,
): void {
  const isLost =
    log !== undefined &&
    (log.isRead || !log.isKept) &&
    sent?.profileId === profileId &&
    sent.id !== latest?.id &&
    !log.submissions.some(({ id }) => id === sent.id)
  useEffect(() => {
    if (!isLost || scene === null) return
    const request = { image_url: imageUrl.trim(), prompt: scene }
    recall({ id: sent.id, request, startedAt: sent.at })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each lost submission
  }, [isLost])
}
