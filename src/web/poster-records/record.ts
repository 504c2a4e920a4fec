import * as z from 'zod/mini'

import type { ExactNumber } from '#contract/record.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import { apiFailure } from '#web/api/failure-schema.ts'

const DEFECT = { kind: 'unreadable', issue: 'defect' } as const satisfies ApiFailure
/** Written by another version, the details of a failure may not be readable. That it failed is kept. */
export const failureSchema: z.ZodMiniType<ApiFailure> = z.catch(apiFailure, DEFECT)

const optionalText = z.catch(z.nullable(z.string()), null)

const outcomeSchema = z.union([
  z.object({
    kind: z.literal('created'),
    created: z.object({
      uuid: z.string(),
      remainingPoints: z.catch(z.nullable(z.union([z.number(), z.bigint()])), null),
      taskType: optionalText,
      message: optionalText,
    }),
    /**
     * The time of the balance, milliseconds since the epoch. This is when the reply came, or, for a reply
     * that the host had stored, when the poster was sent.
     */
    at: z.number(),
    /** the envelope's code if it does not mean success */
    oddCode: z.exactOptional(z.number()),
  }),
  z.object({ kind: z.literal('refused'), failure: failureSchema }),
  z.object({ kind: z.literal('unknown'), failure: failureSchema }),
  /** failure null: the host never received it, and will not forward it any more */
  z.object({ kind: z.literal('not-sent'), failure: z.nullable(failureSchema) }),
])

/**
 * What became of a poster that was sent. `unknown`: the task may have been created and charged. `not-sent`: it
 * certainly was not.
 */
export type Outcome = z.infer<typeof outcomeSchema>

const stateSchema = z.union([
  /** it waits in this tab for its turn; startedAt is 0 */
  z.object({ kind: z.literal('queued') }),
  /** no answer yet, or the page was closed before it came */
  z.object({ kind: z.literal('sending') }),
  /** its turn came, and it was not sent: the same poster was sent elsewhere meanwhile */
  z.object({ kind: z.literal('skipped') }),
  outcomeSchema,
])

/** The state of a poster. */
export type PosterState = z.infer<typeof stateSchema>

const confirmedPoster = z.object({ id: z.string(), isCreated: z.boolean() })

/** A poster that a person has confirmed in an earlier question, as it was known then. */
export type ConfirmedPoster = Readonly<z.infer<typeof confirmedPoster>>

/** A record as it is stored. */
export const recordSchema = z.object({
  /** a UUID; the host forwards each at most once */
  id: z.string().check(z.regex(/./)),
  /** the account that pays: on disk its name, in this tab its session's name, see RecordOwner */
  owner: z.string(),
  request: z.object({ image_url: z.string(), prompt: z.enum(POSTER_SCENES) }),
  /** when it is sent, milliseconds since the epoch */
  startedAt: z.number(),
  /** ids of failed posters that it takes the place of, perhaps with another image */
  retryOf: z.optional(z.readonly(z.array(z.string()))),
  /** the picture in small, a JPEG as base64; only of one that this browser has uploaded */
  thumbnail: z.optional(z.string()),
  // A state that cannot be read is unknown, so that the person is asked before the same poster is sent again.
  state: z.catch(stateSchema, { kind: 'unknown', failure: DEFECT }),
  /** the batch that it is part of, in this tab only */
  batchId: z.optional(z.string()),
  /** earlier posters that the person has confirmed with it, in this tab only */
  confirmed: z.optional(z.readonly(z.array(confirmedPoster))),
  /** this tab keeps it for its batch and for questions; the log has it only if the disk has it */
  isHidden: z.optional(z.boolean()),
})

/** One poster of one account: queued, being sent, or sent. */
export type PosterRecord = Readonly<z.infer<typeof recordSchema>>

/** A poster before it is recorded. */
export type NewPoster = Pick<PosterRecord, 'id' | 'request' | 'startedAt' | 'retryOf' | 'thumbnail'>

/** An account as the records know it. */
export interface RecordOwner {
  /** the same in every tab and after each restart; undefined: nothing of it may be written to disk */
  readonly name: string | undefined
  /** the session's own name, for what this page holds in memory */
  readonly session: string
}

/** The `owner` of this account's records on disk, and wherever they meet those of other accounts. */
export function ownerName({ name, session }: RecordOwner): string {
  return name ?? session
}

/** What became of a poster; null: nothing yet. */
export function outcomeOf({ state }: Pick<PosterRecord, 'state'>): Outcome | null {
  return state.kind === 'queued' || state.kind === 'sending' || state.kind === 'skipped'
    ? null
    : state
}

/** Whether a poster was passed on to the service. */
export function isSent({ state }: Pick<PosterRecord, 'state'>): boolean {
  return state.kind !== 'queued' && state.kind !== 'skipped'
}

/** Whether a poster was sent, and it is not known yet if it was created. */
export function isOpen({ state }: Pick<PosterRecord, 'state'>): boolean {
  return state.kind === 'sending' || state.kind === 'unknown'
}

/**
 * Whether a state says more than what is known. A reply with the created task overrides everything else. Any other
 * outcome counts only while it is open whether the poster was created. What the host has kept of a failure says less
 * than the same failure does: it has no request ID.
 */
export function isNews({ state: known }: Pick<PosterRecord, 'state'>, state: PosterState): boolean {
  if (!isSent({ state }) || known.kind === 'created' || known.kind === 'skipped') return false
  if (known.kind === 'queued' || state.kind === 'created') return true
  if (known.kind === 'unknown' && state.kind === 'unknown') {
    return known.failure.kind !== state.failure.kind
  }
  return isOpen({ state: known }) && state.kind !== 'sending'
}

/** The record with a state, if that is news. */
export function withState(known: PosterRecord, state: PosterState): PosterRecord {
  return isNews(known, state) ? { ...known, state } : known
}

/** Reads a stored record. @returns undefined for a record of another version that cannot be read */
export function readRecord(stored: unknown): PosterRecord | undefined {
  return recordSchema.safeParse(stored).data
}

/** The most records of an account that are kept, not counting open ones. */
export const MAX_KEPT = 500

/** The records of one account beyond that number: the oldest, none of them open. */
export function excessOf(records: readonly PosterRecord[]): PosterRecord[] {
  return records
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(MAX_KEPT)
    .filter((record) => !isOpen(record))
}

/** The points left, as the service reported them with a created task. */
export interface Balance {
  points: ExactNumber
  /** milliseconds since the epoch */
  at: number
}

/** The balance in the latest reply to one of these posters, or null if no reply has one. */
export function lastBalance(records: readonly PosterRecord[]): Balance | null {
  let last: Balance | null = null
  for (const { state } of records) {
    if (state.kind !== 'created' || state.created.remainingPoints === null) continue
    const { at } = state
    if (last === null || at >= last.at) last = { points: state.created.remainingPoints, at }
  }
  return last
}
