import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import type { NewSubmission } from '#web/submissions/submission.ts'
import { accountEntry } from '#web/api/tab-entries.ts'

/** What stands in the poster form. */
export interface PosterFields {
  imageUrl: string
  scene: PosterScene | null
}

/** The submission that a draft was sent as. */
export interface SentDraft {
  id: string
  /** milliseconds since the epoch */
  at: number
  /** the account that it was sent with: another one knows nothing of it */
  profileId: string
}

/** What was typed into the poster form and is not yet created. */
export interface PosterDraft extends PosterFields {
  /** the submission that it was sent as, and not changed since; null: not sent */
  sent: SentDraft | null
}

/** A form that nobody has touched. */
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

/** Notes that the draft was sent, where it is what was sent, or has been emptied meanwhile. */
export function markSent(
  draft: PosterDraft,
  { id, request, startedAt }: NewSubmission,
  profileId: string,
): PosterDraft {
  const isSame = draft.imageUrl.trim() === request.image_url && draft.scene === request.prompt
  if (!isSame && !isEmpty(draft)) return draft
  const imageUrl = isSame ? draft.imageUrl : request.image_url
  return { imageUrl, scene: request.prompt, sent: { id, at: startedAt, profileId } }
}

/** Keeps the draft, unless it is empty, until the tab is closed; without storage it lasts as long as the form is open. */
export function saveDraft(profileId: string, draft: PosterDraft): void {
  try {
    if (isEmpty(draft)) sessionStorage.removeItem(storageKey(profileId))
    else sessionStorage.setItem(storageKey(profileId), JSON.stringify(draft))
  } catch {
    // Storage is full or refused.
  }
}
