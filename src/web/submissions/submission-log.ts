import { queryOptions } from '@tanstack/react-query'

import type { ExactNumber } from '#contract/exact-number.ts'
import type { ApiSession } from '#web/api/session.tsx'
import {
  type SubmissionLog,
  type SubmissionStore,
  submissionStore,
} from '#web/submissions/submission-store.ts'
import {
  type Outcome,
  type Submission,
  type SubmissionOwner,
  withOutcome,
} from '#web/submissions/submission.ts'
import { reportDefect } from '#web/api/api-error.ts'

/** How often to read the log again while the disk does not answer, in milliseconds. */
const READ_AGAIN_MS = 5_000

/** The log of a session's account. It is invalidated on every change, so it never becomes stale by time. */
export const logQuery = (session: ApiSession) =>
  queryOptions({
    queryKey: ['poster-log', session.profileId],
    queryFn: async (): Promise<SubmissionLog> => submissionStore.list(await ownerOf(session)),
    staleTime: Infinity,
    refetchOnMount: 'always',
    // A disk that did not answer may do so later. A browser that stores nothing is not asked again.
    refetchInterval: ({ state }) =>
      state.data?.isRead === false && canNameOwners() && READ_AGAIN_MS,
    retry: false,
  })

/**
 * Records an outcome in the store, and in the log at once. Reading the log again takes a moment, in which it
 * would show an older state than what is known.
 */
export async function settleSubmission(
  session: ApiSession,
  id: string,
  outcome: Outcome,
): Promise<void> {
  await submissionStore.settle(id, outcome)
  session.queryClient.setQueryData(
    logQuery(session).queryKey,
    (log) => log && logWithOutcome(log, id, outcome),
  )
}

/** The log with the outcome of one of its submissions, if that is news. */
export function logWithOutcome(
  log: SubmissionLog,
  id: string,
  outcome: Outcome | null,
): SubmissionLog {
  const newer = (submission: Submission) =>
    submission.id === id ? withOutcome(submission, outcome) : submission
  return { ...log, submissions: log.submissions.map(newer) }
}

/** The points left, as the service reported them with a created task. */
export interface Balance {
  points: ExactNumber
  /** milliseconds since the epoch */
  at: number
}

/** The balance in the latest reply to one of these submissions, or null if no reply has one. */
export function lastBalance(submissions: readonly Submission[]): Balance | null {
  let last: Balance | null = null
  for (const { outcome } of submissions) {
    if (outcome?.kind !== 'created' || outcome.created.remainingPoints === null) continue
    const { at } = outcome
    if (last === null || at >= last.at) last = { points: outcome.created.remainingPoints, at }
  }
  return last
}

/** This many rounds make guessing a key from its name expensive. They take about 80 ms, off the main thread. */
const ROUNDS = 600_000

const names = new WeakMap<Pick<ApiSession, 'apiKey'>, { salt: string; name: Promise<string> }>()

/** Whether this page has the cryptography that names an account. Browsers refuse it over plain HTTP, except on localhost. */
export function canNameOwners(): boolean {
  return 'subtle' in crypto
}

/**
 * Derives the name under which this browser stores the submissions of a session's account. The name is the same
 * in every tab and after each restart, and the key cannot be derived from it. Never rejects.
 *
 * @returns without a name if the browser cannot derive one now; the next call tries again
 */
export async function ownerOf(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
  store: Pick<SubmissionStore, 'salt'> = submissionStore,
): Promise<SubmissionOwner> {
  // Read before the first await: a session that has ended has no key.
  const { apiKey, profileId } = session
  if (!canNameOwners()) return { name: undefined, session: profileId }
  try {
    return { name: await nameOf(session, apiKey, await store.salt()), session: profileId }
  } catch (error) {
    reportDefect(error)
    names.delete(session)
    return { name: undefined, session: profileId }
  }
}

/** The salt is read each time: if the site's data was cleared, the old name must not be used any more. */
async function nameOf(
  session: Pick<ApiSession, 'apiKey'>,
  apiKey: string,
  salt: Uint8Array<ArrayBuffer> | undefined,
): Promise<string | undefined> {
  const known = names.get(session)
  // If the disk does not answer, it still has its salt.
  if (salt === undefined) return known?.name
  if (known?.salt === hex(salt)) return known.name
  const name = derive(apiKey, salt)
  names.set(session, { salt: hex(salt), name })
  return name
}

async function derive(apiKey: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const secret = new TextEncoder().encode(apiKey)
  const key = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return hex(new Uint8Array(await subtle.deriveBits(method, key, 128)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
