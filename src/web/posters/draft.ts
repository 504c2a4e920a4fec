import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene, type PosterTaskRequest } from '#contract/poster-tasks.ts'

/** What was typed into the poster form and not yet created. */
export interface PosterDraft {
  imageUrl: string
  scene: PosterScene | null
}

export const EMPTY_DRAFT: PosterDraft = { imageUrl: '', scene: null }

// The prefix is the one that forgetting the key clears.
const STORAGE_KEY = 'marquee.poster-draft'

const storedDraft = z.object({
  imageUrl: z.string(),
  scene: z.catch(z.nullable(z.enum(POSTER_SCENES)), null),
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

/**
 * Drops the draft once its poster was created, so that nothing offers again what was just paid for.
 * What was typed since then stays.
 */
export function spendDraft(draft: PosterDraft, request: PosterTaskRequest): PosterDraft {
  const isSpent = draft.imageUrl.trim() === request.image_url && draft.scene === request.prompt
  return isSpent ? EMPTY_DRAFT : draft
}

/** Keeps the draft until the tab is closed; without storage it lasts until a reload. */
export function saveDraft(draft: PosterDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // Storage is full or refused: the form itself still holds every character.
  }
}
