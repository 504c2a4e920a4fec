import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, isAboutKey, TOO_EARLY } from '#web/api/api-error.ts'
import type { Noted, Outcome, Submission } from '#web/submissions/submission.ts'
import { retryAtOf } from '#web/api/query-client.ts'
import type { PlannedPoster } from '#web/posters/batch/batch-plan.ts'

/** After this many refusals in a row the batch pauses, as the next posters would be refused as well. */
export const MAX_REFUSALS = 3

/**
 * One poster of a batch. `waiting`: it was not sent. `started`: it was passed on, and the submission store has its
 * outcome under its id. A batch never sends a poster again once it is not `waiting`.
 */
export interface BatchItem {
  readonly request: PosterTaskRequest
  readonly confirmed: readonly Noted[]
  /** id of its submission, a UUID. Chosen in advance, so that a copy of this batch in a second tab has the same. */
  readonly id: string
  readonly state: 'waiting' | 'started' | 'created' | 'refused' | 'unknown' | 'left-out'
  /** when it was passed on, milliseconds since the epoch; 0: not yet, or it was removed from the log */
  readonly at: number
}

/** Why a batch is paused. Only a person can resume it. */
export type HoldReason =
  /** the person has paused it */
  | { readonly kind: 'asked' }
  /** the page was closed, or the session ended */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'key' }
  /** retryAt: milliseconds since the epoch, null if the service did not say */
  | { readonly kind: 'too-fast'; readonly retryAt: number | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refusals' }
  /** a poster did not reach the service; failure: why, if that is known */
  | { readonly kind: 'not-sent'; readonly failure?: ApiFailure | undefined }

/** The phase of a batch. `next`: what it does after the poster that is on its way. */
export type BatchPhase =
  | { readonly kind: 'running'; readonly next: 'go-on' | 'hold' | 'end' }
  | { readonly kind: 'held'; readonly why: HoldReason }
  | { readonly kind: 'over' }

/** Posters that are sent one after the other. */
export interface Batch {
  readonly items: readonly BatchItem[]
  readonly phase: BatchPhase
  /** how many refusals came in a row */
  readonly refusals: number
  /** the account that it was last sent with: other accounts do not have its submissions */
  readonly profileId: string
}

/** Starts a batch. @param newId creates an id */
export function startBatch(
  posters: readonly PlannedPoster[],
  profileId: string,
  newId: () => string,
): Batch {
  const items = posters.map((poster): BatchItem => ({
    ...poster,
    id: newId(),
    state: 'waiting',
    at: 0,
  }))
  return { items, phase: { kind: 'running', next: 'go-on' }, refusals: 0, profileId }
}

/** The poster to send now; undefined: none. */
export function nextItem({ items, phase }: Batch): BatchItem | undefined {
  if (phase.kind !== 'running' || phase.next !== 'go-on') return undefined
  return items.find(({ state }) => state === 'waiting')
}

/** Marks a poster as started, before it is passed on. */
export function withStarted(batch: Batch, id: string, at: number): Batch {
  return withItem(batch, id, { state: 'started', at })
}

/** Marks a poster as left out: the store had a question, or knew it already. Nothing was sent. */
export function withLeftOut(batch: Batch, id: string): Batch {
  return settled(withItem(batch, id, { state: 'left-out' }), undefined)
}

/** Adds the outcome of a poster, and pauses the batch if necessary. @param newId creates an id */
export function withOutcome(
  batch: Batch,
  id: string,
  outcome: Outcome,
  newId: () => string,
): Batch {
  const refusals = outcome.kind === 'refused' && !isTurnedAway(outcome) ? batch.refusals + 1 : 0
  const next = { ...withItem(batch, id, after(outcome, newId)), refusals }
  return settled(next, stopAfter(outcome, refusals))
}

/** Pauses or ends a running batch after the poster that is on its way. Ends a paused batch at once. */
export function withAsked(batch: Batch, next: 'hold' | 'end'): Batch {
  const { kind } = batch.phase
  if (kind === 'running') return { ...batch, phase: { kind, next } }
  return kind === 'held' && next === 'end' ? { ...batch, phase: { kind: 'over' } } : batch
}

/**
 * Resumes a paused batch with the outcomes that are known by now.
 *
 * @param recorded the submissions in the log of the current account
 * @param newId creates an id
 */
export function resumed(
  batch: Batch,
  recorded: readonly Submission[],
  profileId: string,
  newId: () => string,
): Batch {
  if (batch.phase.kind !== 'held') return batch
  const byId = new Map(recorded.map((submission) => [submission.id, submission]))
  const items = batch.items.map((item): BatchItem => {
    if (item.state !== 'started' && item.state !== 'unknown') return item
    const outcome = byId.get(item.id)?.outcome ?? UNKNOWN
    return { ...item, ...after(outcome, newId) }
  })
  const next = { ...batch, items, profileId, refusals: 0 }
  return settled({ ...next, phase: { kind: 'running', next: 'go-on' } }, undefined)
}

/** A stored batch after its page or its session ended. A running one is paused. */
export function interrupted(batch: Batch): Batch {
  if (batch.phase.kind !== 'running') return batch
  if (batch.items.every(({ state }) => state !== 'waiting')) {
    return { ...batch, phase: { kind: 'over' } }
  }
  return { ...batch, phase: { kind: 'held', why: { kind: 'interrupted' } } }
}

/** Marks posters that were removed from the log, so that they are not added to it again. */
export function withCleared(batch: Batch, ids: ReadonlySet<string>): Batch {
  if (!batch.items.some(({ id }) => ids.has(id))) return batch
  const items = batch.items.map((item) => (ids.has(item.id) ? { ...item, at: 0 } : item))
  return { ...batch, items }
}

/** How many posters of a batch are in each state. */
export function countStates({ items }: Batch): Record<BatchItem['state'], number> {
  const counts = { waiting: 0, started: 0, created: 0, refused: 0, unknown: 0, 'left-out': 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

const UNKNOWN = { kind: 'unknown', failure: { kind: 'cancelled' } } as const

/** The change that an outcome means for its item. A poster that was certainly not created waits again, with a new id. */
function after(outcome: Outcome, newId: () => string): Partial<BatchItem> {
  if (outcome.kind === 'not-sent' || isTurnedAway(outcome)) {
    return { state: 'waiting', id: newId(), at: 0 }
  }
  return { state: outcome.kind }
}

/** Whether the service refused the key or the rate of requests, and not the poster itself. */
function isTurnedAway(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && (isAboutKey(outcome.failure) || isAboutPace(outcome.failure))
}

function isAboutPace(failure: ApiFailure): boolean {
  return (
    failure.kind === 'rate-limited' || (failure.kind === 'refused' && failure.code === TOO_EARLY)
  )
}

function stopAfter(outcome: Outcome, refusals: number): HoldReason | undefined {
  switch (outcome.kind) {
    case 'created':
      return undefined
    case 'unknown':
      return { kind: 'unknown' }
    case 'not-sent':
      return { kind: 'not-sent', ...(outcome.failure !== null && { failure: outcome.failure }) }
    case 'refused': {
      const { failure } = outcome
      if (isAboutKey(failure)) return { kind: 'key' }
      if (isAboutPace(failure)) {
        return { kind: 'too-fast', retryAt: retryAtOf(failure) }
      }
      return refusals >= MAX_REFUSALS ? { kind: 'refusals' } : undefined
    }
  }
}

/** Ends the batch if nothing is waiting. Pauses it if there is a reason, or if the person has asked for it. */
function settled(batch: Batch, stop: HoldReason | undefined): Batch {
  const { items, phase } = batch
  const asked = phase.kind === 'running' ? phase.next : 'go-on'
  if (asked === 'end' || items.every(({ state }) => state !== 'waiting')) {
    return { ...batch, phase: { kind: 'over' } }
  }
  const why = stop ?? (asked === 'hold' ? { kind: 'asked' as const } : undefined)
  return why === undefined ? batch : { ...batch, phase: { kind: 'held', why } }
}

function withItem(batch: Batch, id: string, change: Partial<BatchItem>): Batch {
  const items = batch.items.map((item) => (item.id === id ? { ...item, ...change } : item))
  return { ...batch, items }
}
