import * as z from 'zod/mini'

import { type ApiFailure, isAboutKey, TOO_EARLY } from '#web/api/api-error.ts'
import { retryAtOf } from '#web/api/query-client.ts'
import {
  failureSchema,
  isSent,
  type ConfirmedPoster,
  type Outcome,
  outcomeOf,
  type PosterRecord,
} from '#web/poster-records/record.ts'

/** After this many refusals in a row a batch pauses, as the next posters would be refused as well. */
export const MAX_REFUSALS = 3

/** A poster to queue, and the earlier records for it that the person has confirmed. */
export interface PlannedPoster extends Pick<PosterRecord, 'request' | 'retryOf'> {
  readonly confirmed: readonly ConfirmedPoster[]
}

const holdReason = z.union([
  z.object({
    kind: z.enum([
      /** the person has paused it */
      'asked',
      /** the page was closed, or the session ended */
      'interrupted',
      'key',
      'unknown',
    ]),
  }),
  /** a poster did not reach the service, or several were refused in a row; failure: why the last one, if that is known */
  z.object({ kind: z.enum(['not-sent', 'refusals']), failure: z.exactOptional(failureSchema) }),
  /** retryAt: milliseconds since the epoch, null if the service did not say */
  z.object({ kind: z.literal('too-fast'), retryAt: z.nullable(z.number()) }),
  /** fewer points are left than the limit says; left null: the service did not say how many */
  z.object({ kind: z.literal('points'), left: z.nullable(z.number()), limit: z.number() }),
])

/** Why a batch is paused. Only a person can resume it. */
export type HoldReason = z.infer<typeof holdReason>

/** A batch as it is stored. */
export const batchSchema = z.object({
  id: z.string(),
  phase: z.union([
    /** next: what it does after the poster that is on its way */
    z.object({ kind: z.literal('running'), next: z.enum(['go-on', 'hold', 'end']) }),
    z.object({ kind: z.literal('held'), why: holdReason }),
    z.object({ kind: z.literal('over') }),
  ]),
  /** how many refusals came in a row */
  refusals: z.number(),
})

/** Posters that are sent one after the other: the records with its id as `batchId`, in their order. */
export type Batch = Readonly<z.infer<typeof batchSchema>>

/** A batch and its posters. */
export interface BatchView {
  readonly batch: Batch
  readonly records: readonly PosterRecord[]
}

/** The phase of a batch. */
export type BatchPhase = Batch['phase']

/** The posters of a batch. @param own the records of its session in this tab */
export function recordsOf(batch: Batch, own: readonly PosterRecord[]): PosterRecord[] {
  return own.filter(({ batchId }) => batchId === batch.id)
}

/** The points below which a batch pauses. undefined: it does not look at them; null: what was typed is not a number */
export type PointsLimit = number | undefined | null

/** A batch that starts. */
export function newBatch(id: string): Batch {
  return { id, phase: { kind: 'running', next: 'go-on' }, refusals: 0 }
}

/** The records without a former batch. What was sent of it stays. */
export function withoutBatch(
  own: readonly PosterRecord[],
  batch: Batch | null,
): readonly PosterRecord[] {
  const isOfBatch = ({ batchId }: PosterRecord) => batch !== null && batchId === batch.id
  return own
    .filter((record) => !isOfBatch(record) || isSent(record))
    .map((record) => (isOfBatch(record) ? { ...record, batchId: undefined } : record))
}

/** A record for each poster of a new batch. @param newId creates an id */
export function queueOf(
  posters: readonly PlannedPoster[],
  batchId: string,
  owner: string,
  newId: () => string,
): PosterRecord[] {
  const state = { kind: 'queued' } as const
  return posters.map((poster) => ({ ...poster, id: newId(), owner, startedAt: 0, state, batchId }))
}

/** The poster to send now; undefined: none. @param records those of the batch */
export function nextQueued(
  { phase }: Batch,
  records: readonly PosterRecord[],
): PosterRecord | undefined {
  if (phase.kind !== 'running' || phase.next !== 'go-on') return undefined
  return records.find(isQueued)
}

/**
 * The records after a queued poster had its turn.
 *
 * @param outcome null: it was not sent
 * @param now milliseconds since the epoch
 */
export function afterTurn(
  own: readonly PosterRecord[],
  id: string,
  outcome: Outcome | null,
  now: number,
): readonly PosterRecord[] {
  const state = outcome ?? ({ kind: 'skipped' } as const)
  return own.map((record) => {
    const isUnsettled = isQueued(record) || record.state.kind === 'sending'
    if (record.id !== id || !isUnsettled) return record
    return { ...record, state, startedAt: record.startedAt || now }
  })
}

/**
 * Queues the posters of a batch again that were certainly not created, although nothing is wrong with them. Each has
 * a new id, as the host may know the one before; its former record is no longer part of the batch.
 *
 * @param newId creates an id
 */
export function requeued(
  batch: Batch,
  own: readonly PosterRecord[],
  newId: () => string,
): readonly PosterRecord[] {
  return own.flatMap((record) => {
    const outcome = outcomeOf(record)
    if (record.batchId !== batch.id || outcome === null || !isPassedOver(outcome)) return record
    const { request, retryOf, confirmed = [], owner } = record
    return [
      { ...record, batchId: undefined },
      ...queueOf([{ request, retryOf, confirmed }], batch.id, owner, newId),
    ]
  })
}

/**
 * The batch after one of its posters had its turn. It pauses or ends if necessary.
 *
 * @param records those of the batch by now
 * @param outcome null: the poster was skipped
 * @param limit as it is now
 */
export function afterPoster(
  batch: Batch,
  records: readonly PosterRecord[],
  outcome: Outcome | null,
  limit?: PointsLimit,
): Batch {
  if (outcome === null) return settled(batch, records, undefined)
  const isRefusal = outcome.kind === 'refused' && !isPassedOver(outcome)
  const refusals = isRefusal ? batch.refusals + 1 : 0
  return settled({ ...batch, refusals }, records, stopAfter(outcome, refusals, limit))
}

/** Pauses or ends a running batch after the poster that is on its way. Ends a paused batch at once. */
export function withAsked(batch: Batch, next: 'hold' | 'end'): Batch {
  const { kind } = batch.phase
  if (kind === 'running') return { ...batch, phase: { kind, next } }
  return kind === 'held' && next === 'end' ? { ...batch, phase: { kind: 'over' } } : batch
}

/** Resumes a paused batch. @param records those of the batch, see requeued */
export function resumed(batch: Batch, records: readonly PosterRecord[]): Batch {
  return batch.phase.kind === 'held' ? settled(newBatch(batch.id), records, undefined) : batch
}

/** A batch after its page or its session ended. A running one is paused. */
export function interrupted(batch: Batch, records: readonly PosterRecord[]): Batch {
  if (batch.phase.kind !== 'running') return batch
  if (!records.some(isQueued)) return { ...batch, phase: { kind: 'over' } }
  return { ...batch, phase: { kind: 'held', why: { kind: 'interrupted' } } }
}

/** How many posters of a batch had their turn. */
export function countDone(records: readonly PosterRecord[]): number {
  return records.filter(({ state }) => state.kind !== 'queued' && state.kind !== 'sending').length
}

function isQueued({ state }: PosterRecord): boolean {
  return state.kind === 'queued'
}

/** Whether a poster was not looked at: it was not sent, or the service refused the key or the rate of requests. */
function isPassedOver(outcome: Outcome): boolean {
  if (outcome.kind === 'not-sent') return !isAboutPicture(outcome)
  return outcome.kind === 'refused' && (isAboutKey(outcome.failure) || isAboutPace(outcome.failure))
}

/** Whether only this poster was not sent: the host has deleted its picture. */
function isAboutPicture({ failure }: Extract<Outcome, { kind: 'not-sent' }>): boolean {
  return failure?.kind === 'refused' && failure.hostErrorCode === 'picture-gone'
}

function isAboutPace(failure: ApiFailure): boolean {
  return (
    failure.kind === 'rate-limited' || (failure.kind === 'refused' && failure.code === TOO_EARLY)
  )
}

function stopAfter(outcome: Outcome, refusals: number, limit: PointsLimit): HoldReason | undefined {
  switch (outcome.kind) {
    case 'created': {
      const points = outcome.created.remainingPoints
      // The person is changing it.
      if (limit === null) return { kind: 'asked' }
      if (limit === undefined || (points !== null && points >= limit)) return undefined
      return { kind: 'points', left: points === null ? null : Number(points), limit }
    }
    case 'unknown':
      return { kind: 'unknown' }
    case 'not-sent':
      if (isAboutPicture(outcome)) return undefined
      return { kind: 'not-sent', ...(outcome.failure !== null && { failure: outcome.failure }) }
    case 'refused': {
      const { failure } = outcome
      if (isAboutKey(failure)) return { kind: 'key' }
      if (isAboutPace(failure)) return { kind: 'too-fast', retryAt: retryAtOf(failure) }
      return refusals >= MAX_REFUSALS ? { kind: 'refusals', failure } : undefined
    }
  }
}

/** Ends the batch if nothing is queued. Pauses it if there is a reason, or if the person has asked for it. */
function settled(
  batch: Batch,
  records: readonly PosterRecord[],
  stop: HoldReason | undefined,
): Batch {
  const { phase } = batch
  const asked = phase.kind === 'running' ? phase.next : 'go-on'
  if (asked === 'end' || !records.some(isQueued)) return { ...batch, phase: { kind: 'over' } }
  const why = stop ?? (asked === 'hold' ? { kind: 'asked' as const } : undefined)
  return why === undefined ? batch : { ...batch, phase: { kind: 'held', why } }
}
