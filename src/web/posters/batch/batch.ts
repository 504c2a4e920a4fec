import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, isAboutKey, TOO_EARLY } from '#web/api/api-error.ts'
import type { Noted, Outcome, Submission } from '#web/submissions/submission.ts'
import { retryAtOf } from '#web/api/query-client.ts'
import type { PlannedPoster } from '#web/posters/batch/batch-plan.ts'

/** So many refusals one after the other are no accident: the next ones would only be refused, too. */
export const MAX_REFUSALS = 3

/**
 * One poster of a batch. `waiting`: nothing of it may exist. `started`: handed on, what became of it is
 * in the journal under its id. Once it is anything but `waiting` it is never sent again by this batch.
 */
export interface BatchItem {
  readonly request: PosterTaskRequest
  readonly confirmed: readonly Noted[]
  /** of its submission, a UUID. Given beforehand: a second tab with the same batch has the same. */
  readonly id: string
  readonly state: 'waiting' | 'started' | 'created' | 'refused' | 'unknown' | 'left-out'
  /** when it was handed on, milliseconds since the epoch; 0: not yet, or nobody is to ask about it any more */
  readonly at: number
}

/** Why a batch stands still. Only a person has it go on. */
export type HoldReason =
  /** somebody has paused it */
  | { readonly kind: 'asked' }
  /** the page or the session was gone in between */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'key' }
  /** retryAt: milliseconds since the epoch, null where the service did not say */
  | { readonly kind: 'too-fast'; readonly retryAt: number | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refusals' }
  /** it did not get as far as the service */
  | { readonly kind: 'not-sent' }

/** What a batch does: it runs, and comes to a halt or to its end after the one on its way; or it stands. */
export type BatchPhase =
  | { readonly kind: 'running'; readonly next: 'go-on' | 'hold' | 'end' }
  | { readonly kind: 'held'; readonly why: HoldReason }
  | { readonly kind: 'over' }

/** Posters that are sent one after the other. */
export interface Batch {
  readonly items: readonly BatchItem[]
  readonly phase: BatchPhase
  /** refusals without anything else in between */
  readonly refusals: number
  /** the account that it was sent with last: another one's journal knows nothing of it */
  readonly profileId: string
}

/** Begins a batch. @param mint makes a new id */
export function startBatch(
  posters: readonly PlannedPoster[],
  profileId: string,
  mint: () => string,
): Batch {
  const items = posters.map((poster): BatchItem => ({
    ...poster,
    id: mint(),
    state: 'waiting',
    at: 0,
  }))
  return { items, phase: { kind: 'running', next: 'go-on' }, refusals: 0, profileId }
}

/** The one to send now; undefined: none. */
export function nextItem({ items, phase }: Batch): BatchItem | undefined {
  if (phase.kind !== 'running' || phase.next !== 'go-on') return undefined
  return items.find(({ state }) => state === 'waiting')
}

/** Notes that one is handed on, before it is. */
export function withStarted(batch: Batch, id: string, at: number): Batch {
  return withItem(batch, id, { state: 'started', at })
}

/** Notes that the journal had a question, or knew it already: nothing was sent, and the next one is due. */
export function withLeftOut(batch: Batch, id: string): Batch {
  return settled(withItem(batch, id, { state: 'left-out' }), undefined)
}

/** Notes what became of one, and stops where the rules say so. @param mint makes a new id */
export function withOutcome(batch: Batch, id: string, outcome: Outcome, mint: () => string): Batch {
  const refusals = outcome.kind === 'refused' && !isTurnedAway(outcome) ? batch.refusals + 1 : 0
  const next = { ...withItem(batch, id, after(outcome, mint)), refusals }
  return settled(next, stopAfter(outcome, refusals))
}

/** What a person asks of a batch that runs: it comes to a halt, or to its end, after the one on its way. */
export function withAsked(batch: Batch, next: 'hold' | 'end'): Batch {
  const { kind } = batch.phase
  if (kind === 'running') return { ...batch, phase: { kind, next } }
  return kind === 'held' && next === 'end' ? { ...batch, phase: { kind: 'over' } } : batch
}

/**
 * Has a batch that stands go on, with what the journal has learnt meanwhile.
 *
 * @param recorded what the log of the account at work holds
 * @param mint makes a new id
 */
export function resumed(
  batch: Batch,
  recorded: readonly Submission[],
  profileId: string,
  mint: () => string,
): Batch {
  if (batch.phase.kind !== 'held') return batch
  const byId = new Map(recorded.map((submission) => [submission.id, submission]))
  const items = batch.items.map((item): BatchItem => {
    if (item.state !== 'started' && item.state !== 'unknown') return item
    const outcome = byId.get(item.id)?.outcome ?? UNKNOWN
    return { ...item, ...after(outcome, mint) }
  })
  const next = { ...batch, items, profileId, refusals: 0 }
  return settled({ ...next, phase: { kind: 'running', next: 'go-on' } }, undefined)
}

/** A batch as it comes back with its page or its session: it never goes on by itself. */
export function interrupted(batch: Batch): Batch {
  if (batch.phase.kind !== 'running') return batch
  if (batch.items.every(({ state }) => state !== 'waiting')) {
    return { ...batch, phase: { kind: 'over' } }
  }
  return { ...batch, phase: { kind: 'held', why: { kind: 'interrupted' } } }
}

/** Notes what a person has taken out of the log: it is not brought back. */
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

/** What an item is after an outcome. What was turned away certainly waits again, under another id. */
function after(outcome: Outcome, mint: () => string): Partial<BatchItem> {
  if (outcome.kind === 'not-sent' || isTurnedAway(outcome)) {
    return { state: 'waiting', id: mint(), at: 0 }
  }
  return { state: outcome.kind }
}

/** Whether the service refused whoever asked, or the moment, and not the poster: that was certainly not created. */
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
    case 'not-sent':
      return { kind: outcome.kind }
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

/** Where nothing waits it is over; where something stops it, or a person has asked for it, it stands. */
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
