import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene, type PosterTaskRequest } from '#contract/poster-tasks.ts'

/** What stands in the poster form. */
export interface PosterFields {
  imageUrl: string
  scene: PosterScene | null
}

/** What was typed into the poster form and is not yet created. */
export interface PosterDraft extends PosterFields {
  /** the id of the submission it was sent as and not changed since; null: not sent */
  sentAs: string | null
}

export const EMPTY_DRAFT: PosterDraft = { imageUrl: '', scene: null, sentAs: null }

/** Whether nothing is typed or chosen. */
export function isEmpty({ imageUrl, scene }: PosterFields): boolean {
  return imageUrl === '' && scene === null
}

// The prefix is the one that forgetting the key clears.
const STORAGE_KEY = 'marquee.poster-draft'

const storedDraft = z.object({
  imageUrl: z.string(),
  scene: z.catch(z.nullable(z.enum(POSTER_SCENES)), null),
  sentAs: z.catch(z.nullable(z.string()), null),
})

/** The draft of this tab: survives a reload and a crash of the page. */
export function loadDraft(): PosterDraft {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    return (text === null ? undefined : storedDraft.safeParse(JSON.parse(text)).data) ?? EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Notes that the draft was sent, where it still is what was sent. */
export function markSent(draft: PosterDraft, id: string, request: PosterTaskRequest): PosterDraft {
  const isSame = draft.imageUrl.trim() === request.image_url && draft.scene === request.prompt
  return isSame ? { ...draft, sentAs: id } : draft
}

/** Keeps the draft until the tab is closed; without storage it lasts until a reload. */
export function saveDraft(draft: PosterDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // Storage is full or refused: the form itself still holds every character.
  }
}
