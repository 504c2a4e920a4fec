import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import type { NewSubmission } from '#web/submissions/submission.ts'
import { accountEntry } from '#web/api/tab-entries.ts'
import { readImageUrl } from '#contract/read-image-url.ts'

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
