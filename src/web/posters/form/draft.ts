import * as z from 'zod/mini'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import type { NewSubmission } from '#web/submissions/submission.ts'
import { accountEntry } from '#web/api/tab-entries.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import type { SubmissionsApi } from '#web/submissions/use-submissions.ts'

/** The values of the poster form. */
export interface PosterFields {
  imageUrl: string
  scene: PosterScene | null
}

/** The submission that a draft was sent as. */
export interface SentDraft {
  id: string
  /** milliseconds since the epoch */
  at: number
  /** the account that it was sent with: other accounts do not have it */
  profileId: string
}

/** The values of the poster form before the poster is created. */
export interface PosterDraft extends PosterFields {
  /** the submission that it was sent as; null: it was not sent, or changed since */
  sent: SentDraft | null
}

/** An empty form. */
export const EMPTY_DRAFT: PosterDraft = { imageUrl: '', scene: null, sent: null }

/** Whether nothing is typed or chosen. */
export function isEmpty({ imageUrl, scene }: PosterFields): boolean {
  return imageUrl === '' && scene === null
}

const storageKey = (profileId: string) => accountEntry('poster-draft', profileId)

const storedDraft = z.object({
  imageUrl: z.string(),
  scene: z.catch(z.nullable(z.enum(POSTER_SCENES)), null),
  sent: z.catch(
    z.nullable(z.object({ id: z.string(), at: z.number(), profileId: z.string() })),
    null,
  ),
})

/** An account's draft in this tab: survives a reload and a crash of the page. */
export function loadDraft(profileId: string): PosterDraft {
  try {
    const text = sessionStorage.getItem(storageKey(profileId))
    return (text === null ? undefined : storedDraft.safeParse(JSON.parse(text)).data) ?? EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Marks the draft as sent, with the URL as it was read from it, if it is what was sent, or if it was emptied meanwhile. */
export function markSent(
  draft: PosterDraft,
  { id, request, startedAt }: NewSubmission,
  profileId: string,
): PosterDraft {
  const image = readImageUrl(draft.imageUrl)
  const isSame = image.ok && image.url === request.image_url && draft.scene === request.prompt
  if (!isSame && !isEmpty(draft)) return draft
  return {
    imageUrl: request.image_url,
    scene: request.prompt,
    sent: { id, at: startedAt, profileId },
  }
}

/** Keeps the draft until the tab is closed, unless it is empty. Without storage it lasts as long as the form is open. */
export function saveDraft(profileId: string, draft: PosterDraft): void {
  try {
    if (isEmpty(draft)) sessionStorage.removeItem(storageKey(profileId))
    else sessionStorage.setItem(storageKey(profileId), JSON.stringify(draft))
  } catch {
    // The storage is full, or the browser refuses it.
  }
}

/** The draft of the form, and how to change it. */
interface DraftState {
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
