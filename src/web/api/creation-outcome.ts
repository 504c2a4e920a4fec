import * as z from 'zod/mini'

import type { AttemptState } from '#contract/attempts.ts'
import { type PosterTaskCreated, readPosterTaskCreated } from '#contract/poster-tasks.ts'
import { ApiError, type ApiFailure, failureOf, type UnreadableIssue } from '#web/api/api-error.ts'
import { readReply } from '#web/api/request.ts'

/**
 * What became of a creation. `unknown`: it may have been created and charged, nobody here can say.
 * `not-sent`: it certainly was not.
 */
export type CreationOutcome =
  /**
   * at: when the balance was told, milliseconds since the epoch: when the reply came, or, for a
   * reply that our host had kept, when the creation was sent
   */
  | { kind: 'created'; created: PosterTaskCreated; at: number }
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'unknown'; failure: ApiFailure }
  /** failure null: our host says that it never came there, and never will be sent */
  | { kind: 'not-sent'; failure: ApiFailure | null }

/**
 * The outcome of a creation that was sent, or whose reply our host had kept.
 *
 * @param read gives the envelope's data, or throws an ApiError
 * @param at see CreationOutcome
 */
export async function outcomeOf(read: () => unknown, at: () => number): Promise<CreationOutcome> {
  try {
    const created = readPosterTaskCreated(await read())
    if (created !== undefined) return { kind: 'created', created, at: at() }
    throw new ApiError({ kind: 'unreadable', issue: 'no-uuid' })
  } catch (error) {
    const failure = failureOf(error)
    return { kind: outcomeOfFailure(failure), failure }
  }
}

/**
 * What a failed creation came to. Only the service itself can refuse; a 5xx may come from something
 * in front of it, so the outcome is unknown unless the host knows that nothing was sent.
 */
export function outcomeOfFailure(failure: ApiFailure): 'refused' | 'unknown' | 'not-sent' {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'rate-limited':
    case 'refused':
      return 'refused'
    case 'server':
      return failure.notSent ? 'not-sent' : 'unknown'
    case 'offline':
    case 'unreachable':
    case 'timeout':
    case 'unreadable':
    case 'cancelled':
      return 'unknown'
  }
}

/** What our host's knowledge makes of a creation: its outcome, or why there is none yet. */
export type HostVerdict =
  | { kind: 'settled'; outcome: CreationOutcome }
  | { kind: 'in-flight' }
  /** it has not come to the host: it is on its way, or lost */
  | { kind: 'not-arrived' }
  /** the host cannot say: it was stopped before the service's reply came, or another host has it */
  | { kind: 'host-lost-it' }
  /** the host has not heard of it, but does not remember far enough back to rule it out */
  | { kind: 'too-old' }

/**
 * Reads what our host knows of a creation. "Never sent" holds only once the host has given it up, and
 * within the time that it remembers; a clock that was set back proves nothing.
 *
 * @param startedAt when the creation was recorded, milliseconds since the epoch
 */
export async function verdictOf(
  state: AttemptState,
  startedAt: number,
  now: number,
): Promise<HostVerdict> {
  switch (state.state) {
    case 'in-flight':
      return { kind: 'in-flight' }
    case 'unknown':
      return { kind: 'host-lost-it' }
    case 'not-forwarded': {
      if (!state.givenUp) return { kind: 'not-arrived' }
      const age = now - startedAt
      if (age < 0 || age >= state.coversMs) return { kind: 'too-old' }
      return { kind: 'settled', outcome: { kind: 'not-sent', failure: null } }
    }
    case 'done':
      return {
        kind: 'settled',
        outcome: await outcomeOf(
          // When it came nobody knows: a wait that the service asked for may be over by now.
          () => readReply(state.reply, startedAt),
          () => startedAt,
        ),
      }
  }
}

const issue = z.enum({
  'not-json': 'not-json',
  'not-an-envelope': 'not-an-envelope',
  'no-task-list': 'no-task-list',
  'no-uuid': 'no-uuid',
  'too-large': 'too-large',
  defect: 'defect',
} satisfies { [Issue in UnreadableIssue]: Issue })

const message = z.catch(z.string(), '')
const moment = z.catch(z.nullable(z.number()), null)

const knownFailure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('unreachable') }),
  z.object({ kind: z.literal('timeout') }),
  z.object({ kind: z.literal('unauthorized'), message }),
  z.object({ kind: z.literal('forbidden'), message }),
  z.object({ kind: z.literal('rate-limited'), message, retryAt: moment }),
  z.object({
    kind: z.literal('refused'),
    code: z.number(),
    message,
    retryAt: z.exactOptional(moment),
  }),
  z.object({
    kind: z.literal('server'),
    status: z.number(),
    message,
    notSent: z.boolean(),
    retryAt: moment,
  }),
  z.object({ kind: z.literal('unreadable'), issue }),
  z.object({ kind: z.literal('cancelled') }),
])

const DEFECT = { kind: 'unreadable', issue: 'defect' } as const satisfies ApiFailure
/** Also what another version wrote: how it failed may be lost, that it failed is not. */
const failure: z.ZodMiniType<ApiFailure> = z.catch(knownFailure, DEFECT)

const optionalText = z.catch(z.nullable(z.string()), null)

const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    at: z.number(),
    created: z.object({
      uuid: z.string(),
      remainingPoints: z.catch(z.nullable(z.union([z.number(), z.bigint()])), null),
      taskType: optionalText,
      message: optionalText,
    }),
  }),
  z.object({ kind: z.literal('refused'), failure }),
  z.object({ kind: z.literal('unknown'), failure }),
  z.object({ kind: z.literal('not-sent'), failure: z.nullable(failure) }),
])

/**
 * Reads an outcome that was kept.
 *
 * @returns null where there was none yet; what cannot be read is an unknown outcome, which is asked
 * about before the same poster is sent again
 */
export function readKeptOutcome(kept: unknown): CreationOutcome | null {
  if (kept === null || kept === undefined) return null
  return outcome.safeParse(kept).data ?? { kind: 'unknown', failure: DEFECT }
}
