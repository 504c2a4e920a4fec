import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { failureSchema } from '#web/submissions/submission.ts'
import { accountEntry } from '#web/api/tab-entries.ts'
import { type Batch, interrupted } from '#web/posters/batch/batch.ts'

/** Everything on the screen for several posters, for one account in this tab. */
export interface BatchWorkspace {
  /** it is shown in place of the form for one poster */
  readonly isOpen: boolean
  /** image URLs as they were typed, one per line */
  readonly text: string
  readonly scenes: readonly PosterScene[]
  /** also create posters that were created before */
  readonly withCreated: boolean
  /** the batch that was confirmed, until it is cleared; null: none */
  readonly batch: Batch | null
}

/** A workspace without any input. */
export const EMPTY_WORKSPACE: BatchWorkspace = {
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
  z.object({ kind: z.enum(['asked', 'interrupted', 'key', 'unknown', 'refusals']) }),
  z.object({ kind: z.literal('not-sent'), failure: z.exactOptional(failureSchema) }),
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
const workspace = z.object({
  isOpen: z.boolean(),
  text: z.string(),
  scenes: z.catch(z.array(scene), []),
  withCreated: z.boolean(),
  batch: z.nullable(batch),
})

/**
 * Loads an account's workspace of this tab. It is kept per tab, as the form's draft is, so that two tabs never
 * continue the same batch. A batch that was running is paused.
 */
export function loadWorkspace(profileId: string): BatchWorkspace {
  try {
    const text = sessionStorage.getItem(storageKey(profileId))
    const kept: BatchWorkspace | undefined =
      text === null ? undefined : workspace.parse(JSON.parse(text))
    if (kept === undefined) return EMPTY_WORKSPACE
    return { ...kept, batch: kept.batch && interrupted(kept.batch) }
  } catch {
    return EMPTY_WORKSPACE
  }
}

/**
 * Keeps the workspace until the tab is closed.
 *
 * @returns false if the browser refuses or has no room. Then nothing is kept: an older copy of the batch would
 * list posters as waiting that were sent since.
 */
export function saveWorkspace(profileId: string, kept: BatchWorkspace): boolean {
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
      // The browser refuses storage.
    }
    return false
  }
}
