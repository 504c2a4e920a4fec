import * as z from 'zod/mini'

import { HOST_FINDINGS } from '#contract/host-finding.ts'
import {
  POSTER_SCENES,
  type PosterTaskCreated,
  type PosterTaskRequest,
} from '#contract/poster-tasks.ts'
import type { ApiFailure, UnreadableIssue } from '#web/api/api-error.ts'

/** A submission before it is recorded. */
export interface NewSubmission {
  /** a UUID; the host forwards each at most once */
  readonly id: string
  readonly request: PosterTaskRequest
  /** milliseconds since the epoch */
  readonly startedAt: number
}

/** A submission of one account. */
export interface OwnedSubmission extends NewSubmission {
  /** the account that pays, see ownerOf */
  readonly owner: string
}

/**
 * What became of a submission. `unknown`: the task may have been created and charged. `not-sent`: it certainly
 * was not.
 */
export type Outcome =
  /**
   * at: the time of the balance, milliseconds since the epoch. This is when the reply came, or, for a reply
   * that the host had stored, when the submission was sent.
   */
  | {
      kind: 'created'
      created: PosterTaskCreated
      at: number
      /** the envelope's code if it does not mean success */
      oddCode?: number
    }
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'unknown'; failure: ApiFailure }
  /** failure null: the host never received it, and will not forward it any more */
  | { kind: 'not-sent'; failure: ApiFailure | null }

/** A submission and what became of it. */
export interface Submission extends OwnedSubmission {
  /** null: no answer yet, or the page was closed before it came */
  readonly outcome: Outcome | null
}

/** An account as the submission store knows it. */
export interface SubmissionOwner {
  /** the same in every tab and after each restart; undefined: nothing of it may be written to disk */
  readonly name: string | undefined
  /** the session's own name, for what this page holds in memory */
  readonly session: string
}

/** The `owner` of this account's submissions. */
export function ownerName({ name, session }: SubmissionOwner): string {
  return name ?? session
}

/** Whether it is not known yet if the poster was created. */
export function isOpen({ outcome }: Pick<Submission, 'outcome'>): boolean {
  return outcome === null || outcome.kind === 'unknown'
}

/**
 * Whether an outcome says more than what is known. A reply with the created task overrides everything else.
 * Any other outcome counts only while the submission is open.
 */
export function isNews(known: Pick<Submission, 'outcome'>, outcome: Outcome | null): boolean {
  if (outcome === null || known.outcome?.kind === 'created') return false
  return isOpen(known) || outcome.kind === 'created'
}

/** The submission with an outcome, if that is news. */
export function withOutcome(known: Submission, outcome: Outcome | null): Submission {
  return isNews(known, outcome) ? { ...known, outcome } : known
}

const issue = z.enum({
  'not-json': 'not-json',
  'not-an-envelope': 'not-an-envelope',
  'other-data': 'other-data',
  'no-uuid': 'no-uuid',
  contradiction: 'contradiction',
  'too-large': 'too-large',
  defect: 'defect',
} satisfies { [Issue in UnreadableIssue]: Issue })

const message = z.catch(z.string(), '')
const moment = z.catch(z.nullable(z.number()), null)

const finding = z.exactOptional(z.enum(HOST_FINDINGS))

const requestId = z.optional(z.catch(z.optional(z.string()), undefined))

const readableFailure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('unreachable') }),
  z.object({ kind: z.literal('timeout') }),
  z.object({ kind: z.literal('unauthorized'), message, requestId }),
  z.object({ kind: z.literal('forbidden'), message, requestId }),
  z.object({ kind: z.literal('rate-limited'), message, retryAt: moment, requestId }),
  z.object({
    kind: z.literal('refused'),
    code: z.number(),
    word: z.exactOptional(z.string()),
    message,
    retryAt: z.exactOptional(moment),
    finding,
    requestId,
  }),
  z.object({
    kind: z.literal('server'),
    status: z.number(),
    message,
    notSent: z.boolean(),
    finding,
    retryAt: moment,
    requestId,
  }),
  z.object({
    kind: z.literal('unreadable'),
    issue,
    message: z.exactOptional(z.string()),
    requestId,
  }),
  z.object({ kind: z.literal('sign-in'), notSent: z.boolean(), isBasic: z.boolean() }),
  z.object({ kind: z.literal('cancelled') }),
])

const DEFECT = { kind: 'unreadable', issue: 'defect' } as const satisfies ApiFailure
/** Written by another version, the details of a failure may not be readable. That it failed is kept. */
export const failureSchema: z.ZodMiniType<ApiFailure> = z.catch(readableFailure, DEFECT)

const optionalText = z.catch(z.nullable(z.string()), null)

const outcomeSchema = z.discriminatedUnion('kind', [
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
  z.object({ kind: z.literal('refused'), failure: failureSchema }),
  z.object({ kind: z.literal('unknown'), failure: failureSchema }),
  z.object({ kind: z.literal('not-sent'), failure: z.nullable(failureSchema) }),
])

const recordSchema = z.object({
  id: z.string().check(z.minLength(1)),
  owner: z.string(),
  request: z.object({ image_url: z.string(), prompt: z.enum(POSTER_SCENES) }),
  startedAt: z.number(),
  outcome: z.optional(z.unknown()),
})

/** Reads a stored record. @returns undefined for a record of another version that cannot be read */
export function readRecord(stored: unknown): Submission | undefined {
  const { data } = recordSchema.safeParse(stored)
  return data && { ...data, outcome: readStoredOutcome(data.outcome) }
}

/**
 * Reads a stored outcome.
 *
 * @returns null if there was none yet. An outcome that cannot be read is unknown, so that the person is asked
 * before the same poster is sent again.
 */
export function readStoredOutcome(stored: unknown): Outcome | null {
  if (stored === null || stored === undefined) return null
  return outcomeSchema.safeParse(stored).data ?? { kind: 'unknown', failure: DEFECT }
}

/** Whether two submissions are for the same poster. */
function isSamePoster(a: PosterTaskRequest, b: PosterTaskRequest): boolean {
  return a.image_url === b.image_url && a.prompt === b.prompt
}

/** After this time a submission cannot be on its way any more: twice the time limit of a request. */
export const SENDING_MS = 60_000

/** Within this time, sending the same poster again is more likely a mistake. In milliseconds. */
const RECENT_MS = 10 * 60_000

/** Why the person is asked before the same poster is sent again. */
export type AskReason =
  /** another tab, or this one before a reload, is waiting for its reply */
  | { kind: 'in-flight-elsewhere'; at: number; sameAccount: boolean }
  /** it may have been created and charged to this account */
  | { kind: 'unknown'; at: number }
  /** it was, or may have been, created: recently, or at any time if the submission is unattended */
  | { kind: 'recent'; at: number; sameAccount: boolean }

/** A submission that the person was asked about, as it was known then. */
export interface Noted {
  readonly id: string
  readonly isCreated: boolean
}

/** A question before sending: the reason, and the submissions that a yes confirms. */
export interface Question {
  reason: AskReason
  about: readonly Noted[]
}

/**
 * Looks for a reason to ask before a poster is sent. A time in the future (the clock was set back) counts as
 * now. A yes to "it may have been created" does not cover a submission that has turned out to be created since.
 *
 * @param recorded submissions of every account of this browser
 * @param confirmed submissions that the person has confirmed already
 * @param isUnattended the person did not ask for it just now: what the account has created matters at any age
 */
export function questionBefore(
  submission: OwnedSubmission,
  recorded: readonly Submission[],
  confirmed: readonly Noted[],
  isUnattended = false,
): Question | undefined {
  const isNoted = (id: string) => confirmed.some((noted) => noted.id === id)
  const isCovered = ({ id, outcome }: Submission) =>
    confirmed.some((noted) => noted.id === id && (noted.isCreated || outcome?.kind !== 'created'))
  const others = recorded
    .filter(
      (other) => other.id !== submission.id && isSamePoster(other.request, submission.request),
    )
    .filter((other) => !isCovered(other))
    .toSorted((a, b) => b.startedAt - a.startedAt)
  const age = ({ startedAt }: OwnedSubmission) => submission.startedAt - startedAt
  const isOwn = ({ owner }: OwnedSubmission) => owner === submission.owner

  const inFlight = others.filter((other) => other.outcome === null && age(other) < SENDING_MS)
  const unknown = others.filter((other) => isOpen(other) && isOwn(other))
  const recent = others.filter(
    (other) =>
      // If the person was asked about it while it was open, it matters at any age.
      (age(other) < RECENT_MS || isNoted(other.id) || (isUnattended && isOwn(other))) &&
      (isOpen(other) || other.outcome?.kind === 'created'),
  )

  const about = [...new Set([...inFlight, ...unknown, ...recent])].map(({ id, outcome }) => ({
    id,
    isCreated: outcome?.kind === 'created',
  }))
  const [flying] = inFlight
  if (flying !== undefined) {
    const { startedAt: at } = flying
    return { reason: { kind: 'in-flight-elsewhere', at, sameAccount: isOwn(flying) }, about }
  }
  const [lost] = unknown
  if (lost !== undefined) return { reason: { kind: 'unknown', at: lost.startedAt }, about }
  const [last] = recent
  if (last === undefined) return undefined
  return { reason: { kind: 'recent', at: last.startedAt, sameAccount: isOwn(last) }, about }
}

/** The most submissions of an account that are kept, not counting open ones. */
export const MAX_KEPT = 500

/** The submissions of one account beyond that number: the oldest, none of them open. */
export function excessOf(recorded: readonly Submission[]): Submission[] {
  return recorded
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(MAX_KEPT)
    .filter((submission) => !isOpen(submission))
}
