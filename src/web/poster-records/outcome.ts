import {
  isNothing,
  isSuccessCode,
  isWordField,
  readCode,
  readServiceWords,
} from '#contract/envelope.ts'
import { isRefusedByHost } from '#contract/host-error-code.ts'
import type { IdempotencyState, StoredReply } from '#contract/idempotency.ts'
import { readPosterTaskCreated } from '#contract/poster-tasks.ts'
import { isRecord } from '#contract/record.ts'
import {
  type ApiFailure,
  caughtFailure,
  isOutOfReach,
  type UnreadableIssue,
} from '#web/api/api-error.ts'
import { parseJson, readReply } from '#web/api/request.ts'
import { SENDING_MS } from '#web/poster-records/question.ts'
import type { Outcome, PosterRecord } from '#web/poster-records/record.ts'

/**
 * Reads the reply of the service, new or stored by the host. A task that was created must never be reported as
 * refused, because a second try is charged again. So a reply that is neither clearly a creation nor clearly a
 * refusal is unknown. (spec: "Poster task creation payload"; what a code means besides 200: not shown)
 *
 * @param at see Outcome
 */
export function outcomeOfReply(reply: StoredReply, at: number): Outcome {
  const json = parseJson(reply.body)
  const code = readCode(json)
  const data = isRecord(json) ? json['data'] : undefined
  const created = readPosterTaskCreated(data)
  const isOk = isSuccessCode(reply.status)
  const isOdd = typeof code === 'number' && !isSuccessCode(code)
  if (created !== undefined && isOk) {
    return { kind: 'created', created, at, ...(isOdd && { oddCode: code }) }
  }
  const message = readServiceWords(json)
  const unclear = (issue: UnreadableIssue): Outcome => ({
    kind: 'unknown',
    failure: {
      kind: 'unreadable',
      issue,
      ...(message !== '' && { message }),
      requestId: reply.requestId,
    },
  })
  const failure = failureOfReply(reply, at)
  if (failure === undefined) return unclear('no-uuid')
  if (outcomeOfFailure(failure) !== 'refused') return { kind: outcomeOfFailure(failure), failure }
  const claimsSuccess = typeof code === 'number' && isSuccessCode(code)
  if (created !== undefined || (!isOk && claimsSuccess)) return unclear('contradiction')
  // Some services use code 0 for success, others 1.
  // A uuid beside an error instead of in its data may be that of a task.
  const mayBeTask = !isEmpty(data) || readPosterTaskCreated(json) !== undefined
  if (isOk && (code === 0 || code === 1 || mayBeTask)) return unclear('no-uuid')
  return { kind: 'refused', failure }
}

/** Whether an envelope has no data: none, only words, or the zero value of each field. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isRecord(value))
    return Object.entries(value).every(([name, inner]) => isWordField(name) || isEmpty(inner))
  if (typeof value === 'string') return isNothing(value)
  return value === undefined || value === null || value === false || value === 0
}

/** Why a reply is a failure; undefined if it is a success. */
function failureOfReply(reply: StoredReply, at: number): ApiFailure | undefined {
  try {
    readReply(reply, at)
    return undefined
  } catch (error) {
    return caughtFailure(error)
  }
}

/**
 * The kind of outcome that a failure means. Only the service itself can refuse. A 5xx may come from a proxy in
 * front of it, so the outcome is unknown unless the host knows that nothing was sent.
 */
export function outcomeOfFailure(failure: ApiFailure): 'refused' | 'unknown' | 'not-sent' {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'rate-limited':
      return 'refused'
    case 'refused':
      return isRefusedByHost(failure.hostErrorCode) ? 'not-sent' : 'refused'
    case 'server':
    case 'sign-in':
      return failure.notSent ? 'not-sent' : 'unknown'
    case 'offline':
    case 'unreachable':
    case 'timeout':
    case 'unreadable':
    case 'front':
    case 'cancelled':
      return 'unknown'
  }
}

/** What the host knows of a poster: its outcome, or why there is none yet. */
export type HostVerdict =
  | { kind: 'settled'; outcome: Outcome }
  | { kind: 'in-flight' }
  /** the host has not received it: it is on its way, or lost */
  | { kind: 'not-arrived' }
  /** the host does not know: it was stopped before the service replied, or another host has it */
  | { kind: 'host-lost-it' }
  /** the host has no record of it, but its records do not go back far enough to rule it out */
  | { kind: 'too-old' }

/**
 * Reads the host's state of an idempotency key. "Not sent" is certain only if the key is cancelled, and only
 * within the time that the host's records cover. If the clock was set back, the age proves nothing.
 *
 * @param startedAt when the poster was recorded, milliseconds since the epoch
 */
export function verdictOf(state: IdempotencyState, startedAt: number, now: number): HostVerdict {
  switch (state.state) {
    case 'in-flight':
      return { kind: 'in-flight' }
    case 'unknown':
      return { kind: 'host-lost-it' }
    case 'not-forwarded': {
      if (!state.isCancelled) return { kind: 'not-arrived' }
      const age = now - startedAt
      if (age < 0 || age >= state.coversMs) return { kind: 'too-old' }
      return { kind: 'settled', outcome: { kind: 'not-sent', failure: null } }
    }
    case 'done':
      // The time of the reply is not known: a wait that the service asked for may be over by now.
      return { kind: 'settled', outcome: outcomeOfReply(state.reply, startedAt) }
  }
}

/** The result of asking the host about a poster. */
export type CheckAnswer =
  | Exclude<HostVerdict, { kind: 'settled' }>
  /** its outcome is in the store and in the log by now */
  | { kind: 'settled' }
  | { kind: 'cannot-ask'; failure: ApiFailure }

/** How long a request of a page that was closed may still be on its way to the host, in milliseconds. */
const ARRIVAL_MS = 2_000

/** While there may be news, the host is asked again at this interval, at most 50 times (100 s). */
const ASK_AGAIN_MS = 2_000
const MAX_ASKED = 50

/** The interval if the host could not be reached, or not answer, in milliseconds. */
const REACH_AGAIN_MS = 15_000

const FAULTS: ReadonlySet<ApiFailure['kind']> = new Set(['server', 'front'])

/** What askAbout needs from its surroundings. */
export interface CheckDependencies {
  /** GET reads the state, DELETE also cancels the idempotency key. @throws ApiError if there is no answer */
  ask: (method: 'GET' | 'DELETE') => Promise<IdempotencyState>
  /** whether it is certain that no tab is sending it */
  isSenderGone: (id: string) => Promise<boolean>
  /** milliseconds since the epoch */
  now: () => number
}

/**
 * Asks the host about a poster. If the host has not received it, its idempotency key is cancelled before the
 * person is told that it was not sent, because a late request must not prove that wrong. The key is not
 * cancelled while another tab may be sending it. Never throws.
 *
 * @param isRequested the person asked for this check: the key is cancelled at once
 */
export async function askAbout(
  record: PosterRecord,
  isRequested: boolean,
  { ask, isSenderGone, now }: CheckDependencies,
): Promise<HostVerdict | { kind: 'cannot-ask'; failure: ApiFailure }> {
  const { id, startedAt, state: known } = record
  try {
    let state = await ask('GET')
    if (state.state === 'not-forwarded' && !state.isCancelled) {
      const age = now() - startedAt
      // A negative age means that the clock was set back.
      const isOld = age >= ARRIVAL_MS || age < 0
      // If there is an outcome, its sender has stopped waiting.
      const canCancel =
        isRequested ||
        known.kind !== 'sending' ||
        age >= SENDING_MS ||
        (isOld && (await isSenderGone(id)))
      if (canCancel) state = await ask('DELETE')
    }
    return verdictOf(state, startedAt, now())
  } catch (error) {
    return { kind: 'cannot-ask', failure: caughtFailure(error) }
  }
}

/**
 * When to ask the host again without a request of the person.
 *
 * @param asked how often it was asked
 * @returns milliseconds from now, or false: not at all
 */
export function askAgainIn(answer: CheckAnswer | undefined, asked: number): number | false {
  if (asked >= MAX_ASKED) return false
  switch (answer?.kind) {
    case 'in-flight':
    case 'not-arrived':
      return ASK_AGAIN_MS
    case 'cannot-ask':
      return (isOutOfReach(answer.failure) || FAULTS.has(answer.failure.kind)) && REACH_AGAIN_MS
    case undefined:
    case 'settled':
    case 'host-lost-it':
    case 'too-old':
      return false
  }
}
