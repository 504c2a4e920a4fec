import * as z from 'zod/mini'

import type { IdempotencyState, StoredReply } from '#contract/idempotency.ts'
import { HOST_FINDINGS } from '#contract/host-finding.ts'
import { type PosterTaskCreated, readPosterTaskCreated } from '#contract/poster-tasks.ts'
import { isRecord } from '#contract/record.ts'
import { type ApiFailure, failureOf, type UnreadableIssue } from '#web/api/api-error.ts'
import { parseJson, readReply } from '#web/api/request.ts'

/**
 * What became of a creation. `unknown`: it may have been created and charged, nobody here can say.
 * `not-sent`: it certainly was not.
 */
export type CreationOutcome =
  /**
   * at: when the balance was told, milliseconds since the epoch: when the reply came, or, for a
   * reply that our host had kept, when the creation was sent
   */
  | {
      kind: 'created'
      created: PosterTaskCreated
      at: number
      /** the envelope's code where it is none of a success */
      oddCode?: number
    }
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'unknown'; failure: ApiFailure }
  /** failure null: our host says that it never came there, and never will be sent */
  | { kind: 'not-sent'; failure: ApiFailure | null }

/**
 * Reads the reply to a creation, just come or kept by our host. A task that was made must never be told
 * as refused, as a second try is charged again: what is neither clearly created nor clearly refused is
 * unknown. (spec: "Poster task creation payload"; what a code means besides 200: not shown)
 *
 * @param at see CreationOutcome
 */
export function readCreation(reply: StoredReply, at: number): CreationOutcome {
  const json = parseJson(reply.body)
  const { code, message, data } = isRecord(json) ? json : {}
  const created = readPosterTaskCreated(data)
  const isOk = isSuccess(reply.status)
  if (created !== undefined && isOk) {
    const isOdd = Number.isSafeInteger(code) && !isSuccess(Number(code))
    return { kind: 'created', created, at, ...(isOdd && { oddCode: Number(code) }) }
  }
  const said = typeof message === 'string' && message !== '' ? { message } : {}
  const unclear = (issue: UnreadableIssue): CreationOutcome => ({
    kind: 'unknown',
    failure: { kind: 'unreadable', issue, ...said },
  })
  const failure = failureOfReply(reply, at)
  if (failure === undefined) return unclear('no-uuid')
  if (outcomeOfFailure(failure) !== 'refused') return { kind: outcomeOfFailure(failure), failure }
  if (created !== undefined || (!isOk && isSuccess(Number(code)))) return unclear('contradiction')
  // Some services mean success by 0, others by 1.
  if (isOk && (code === 0 || code === 1 || !isEmpty(data))) return unclear('no-uuid')
  return { kind: 'refused', failure }
}

function isSuccess(code: number): boolean {
  return code >= 200 && code < 300
}

/** Whether the data of an envelope are none. */
function isEmpty(data: unknown): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0
  return data === undefined || data === null || data === '' || data === false
}

/** Why a reply is no success; undefined where it is one. */
function failureOfReply(reply: StoredReply, at: number): ApiFailure | undefined {
  try {
    readReply(reply, at)
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** The outcome of a creation whose reply did not come. */
export function outcomeWithoutReply(error: unknown): CreationOutcome {
  const failure = failureOf(error)
  return { kind: outcomeOfFailure(failure), failure }
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
export function verdictOf(state: IdempotencyState, startedAt: number, now: number): HostVerdict {
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
      // When it came is not known: a wait that the service asked for may be over by now.
      return { kind: 'settled', outcome: readCreation(state.reply, startedAt) }
  }
}

const issue = z.enum({
  'not-json': 'not-json',
  'not-an-envelope': 'not-an-envelope',
  'no-task-list': 'no-task-list',
  'no-uuid': 'no-uuid',
  contradiction: 'contradiction',
  'too-large': 'too-large',
  defect: 'defect',
} satisfies { [Issue in UnreadableIssue]: Issue })

const message = z.catch(z.string(), '')
const moment = z.catch(z.nullable(z.number()), null)

const finding = z.exactOptional(z.enum(HOST_FINDINGS))

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
    finding,
  }),
  z.object({
    kind: z.literal('server'),
    status: z.number(),
    message,
    notSent: z.boolean(),
    finding,
    retryAt: moment,
  }),
  z.object({ kind: z.literal('unreadable'), issue, message: z.exactOptional(z.string()) }),
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
    oddCode: z.exactOptional(z.number()),
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
