import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterTaskRequest } from '#contract/poster-tasks.ts'
import { isRecord } from '#contract/record.ts'
import { withoutKey } from '#contract/without-key.ts'
import { type CreationOutcome, readKeptOutcome } from '#web/submissions/outcome.ts'

/** One confirmed submission. */
export interface OwnedSubmission {
  /** a UUID; our host forwards each at most once */
  readonly id: string
  /** the account that pays, see submission-owner.ts */
  readonly owner: string
  readonly request: PosterTaskRequest
  /** milliseconds since the epoch */
  readonly startedAt: number
}

/** A submission and what became of it. */
export interface Submission extends OwnedSubmission {
  /** null: no answer yet, or the page was gone before it came */
  readonly outcome: CreationOutcome | null
}

/** An account as the journal knows it. */
export interface SubmissionOwner {
  /** the same in every tab and after each restart; undefined: nothing of it may go to disk */
  readonly name: string | undefined
  /** the session's own name, for what this page holds in memory */
  readonly session: string
}

/** What a submission's `owner` is for an account. */
export function ownerName({ name, session }: SubmissionOwner): string {
  return name ?? session
}

/** Whether nobody can say yet what became of it. */
export function isOpen({ outcome }: Pick<Submission, 'outcome'>): boolean {
  return outcome === null || outcome.kind === 'unknown'
}

/**
 * Whether an outcome says more than what is known: a reply with the task in it outdoes everything,
 * anything else only what was open.
 */
export function isNews(
  known: Pick<Submission, 'outcome'>,
  outcome: CreationOutcome | null,
): boolean {
  if (outcome === null || known.outcome?.kind === 'created') return false
  return isOpen(known) || outcome.kind === 'created'
}

/** A submission with what became of it, where that is news. */
export function withOutcome(known: Submission, outcome: CreationOutcome | null): Submission {
  return isNews(known, outcome) ? { ...known, outcome } : known
}

/** Whether two submissions are for the same poster. */
function isSamePoster(a: PosterTaskRequest, b: PosterTaskRequest): boolean {
  return a.image_url === b.image_url && a.prompt === b.prompt
}

const record = z.object({
  id: z.string().check(z.minLength(1)),
  owner: z.string(),
  request: z.object({ image_url: z.string(), prompt: z.enum(POSTER_SCENES) }),
  startedAt: z.number(),
  outcome: z.optional(z.unknown()),
})

/** Reads a record of the journal. @returns undefined for what another version may have written */
export function readRecord(kept: unknown): Submission | undefined {
  const { data } = record.safeParse(kept)
  return data && { ...data, outcome: readKeptOutcome(data.outcome) }
}

/** After this long a submission is not thought to be under way any more: twice a request's time limit. */
export const SENDING_MS = 60_000

/** Within this time the same poster again is more likely a slip than a wish, in milliseconds. */
const RECENT_MS = 10 * 60_000

/** Why the same poster is asked about before it is sent again. */
export type AskReason =
  /** another tab, or this one before it was loaded again, waits for its answer */
  | { kind: 'in-flight-elsewhere'; at: number; sameAccount: boolean }
  /** it may have been created and charged to this account */
  | { kind: 'unknown'; at: number }
  /** it was, or may have been, created: a moment ago, or any time where nobody has just asked for another */
  | { kind: 'recent'; at: number; sameAccount: boolean }

/** A submission that a person was asked about, as it was known then. */
export interface Noted {
  readonly id: string
  readonly isCreated: boolean
}

/** A question: the reason, and the submissions that a yes takes note of. */
export interface Question {
  reason: AskReason
  about: readonly Noted[]
}

/**
 * Looks for a reason to ask before a poster is sent. A moment that seems to lie ahead (the clock was
 * set back) counts as just now. A yes to "it may have been created" does not cover one that turned
 * out to be created since.
 *
 * @param recorded submissions of every account of this browser
 * @param confirmed what the person has taken note of
 * @param isUnattended nobody has just asked for it: what the account has created matters at any age
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
      // What was asked about while it was open matters at any age.
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

/** So many submissions of an account are kept at most, but for those whose outcome is not known. */
export const MAX_KEPT = 500

/** The submissions of one account that are too many: the oldest, none of them open. */
export function excessOf(recorded: readonly Submission[]): Submission[] {
  return recorded
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(MAX_KEPT)
    .filter((submission) => !isOpen(submission))
}

/** A part of a record without the key in its texts; the same where none holds it. Records have no lists. */
export function withoutKeyIn<Part>(part: Part, apiKey: string): Part
export function withoutKeyIn(part: unknown, apiKey: string): unknown {
  if (typeof part === 'string') return withoutKey(part, apiKey)
  if (!isRecord(part)) return part
  const entries = Object.entries(part).map(
    ([name, one]) => [name, withoutKeyIn(one, apiKey)] as const,
  )
  const isSame = entries.every(([name, one]) => part[name] === one)
  return isSame ? part : Object.fromEntries<unknown>(entries)
}
