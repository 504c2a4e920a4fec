import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { accountEntry } from '#web/api/tab-entries.ts'
import { type Batch, interrupted } from '#web/posters/batch/batch.ts'

/** What lies on an account's table for several posters at once. */
export interface BatchDesk {
  /** it stands in the place of the form for one poster */
  readonly isOpen: boolean
  /** image URLs as they were typed, one per line */
  readonly text: string
  readonly scenes: readonly PosterScene[]
  /** posters that were created before are wanted once more */
  readonly withCreated: boolean
  /** what was confirmed and is not cleared away yet; null: nothing */
  readonly batch: Batch | null
}

/** Nothing typed, nothing confirmed. */
export const EMPTY_DESK: BatchDesk = {
  isOpen: false,
  text: '',
  scenes: [],
  withCreated: false,
  batch: null,
}

const storageKey = (profileId: string) => accountEntry('poster-batch', profileId)

const scene = z.enum(POSTER_SCENES)
const item = z.object({
  request: z.object({ image_url: z.string(), prompt: scene }),
  confirmed: z.array(z.object({ id: z.string(), isCreated: z.boolean() })),
  id: z.string(),
  state: z.enum(['waiting', 'started', 'created', 'refused', 'unknown', 'left-out']),
  at: z.number(),
})
const why = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['asked', 'interrupted', 'key', 'unknown', 'refusals', 'not-sent']) }),
  z.object({ kind: z.literal('too-fast'), retryAt: z.nullable(z.number()) }),
])
const phase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running'), next: z.enum(['go-on', 'hold', 'end']) }),
  z.object({ kind: z.literal('held'), why }),
  z.object({ kind: z.literal('over') }),
])
const batch = z.object({
  items: z.array(item),
  phase,
  refusals: z.number(),
  profileId: z.string(),
})
const desk = z.object({
  isOpen: z.boolean(),
  text: z.string(),
  scenes: z.catch(z.array(scene), []),
  withCreated: z.boolean(),
  batch: z.nullable(batch),
})

/**
 * An account's table in this tab. Per tab, as the form's draft is: no two tabs ever go on with one
 * batch. What was running stands still.
 */
export function loadDesk(profileId: string): BatchDesk {
  try {
    const text = sessionStorage.getItem(storageKey(profileId))
    const kept: BatchDesk | undefined = text === null ? undefined : desk.parse(JSON.parse(text))
    if (kept === undefined) return EMPTY_DESK
    return { ...kept, batch: kept.batch && interrupted(kept.batch) }
  } catch {
    return EMPTY_DESK
  }
}

/**
 * Keeps the table until the tab is closed.
 *
 * @returns false where the browser refuses, or has no room: nothing is kept then, for an old batch would
 * take what was sent since for what still waits
 */
export function saveDesk(profileId: string, kept: BatchDesk): boolean {
  const key = storageKey(profileId)
  const isEmpty = kept.text === '' && kept.scenes.length === 0 && kept.batch === null
  try {
    if (isEmpty) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is refused altogether.
    }
    return false
  }
}
