import { queryOptions } from '@tanstack/react-query'

import type { ExactNumber } from '#contract/exact-number.ts'
import { submissionStore, type SubmissionLog } from '#web/submissions/submission-store.ts'
import { canNameOwners, ownerOf } from '#web/submissions/submission-owner.ts'
import { type Submission, withOutcome } from '#web/submissions/submission.ts'
import type { CreationOutcome } from '#web/submissions/outcome.ts'
import type { ApiSession } from '#web/api/session.tsx'

/** In milliseconds. */
const DISK_AGAIN_MS = 5_000

/** The log: what the journal holds of a session's account. It is told of changes, so it never grows old. */
export const logQuery = (session: ApiSession) =>
  queryOptions({
    queryKey: ['poster-log', session.profileId],
    queryFn: async (): Promise<SubmissionLog> =>
      submissionStore.list(await ownerOf(session, submissionStore)),
    staleTime: Infinity,
    refetchOnMount: 'always',
    // A disk that did not answer may do so later; a browser that keeps nothing is not asked again.
    refetchInterval: ({ state }) =>
      state.data?.isRead === false && canNameOwners() && DISK_AGAIN_MS,
    retry: false,
  })

/**
 * Notes in the journal what became of a submission, and in the log at once: reading the journal again
 * takes a moment, in which the log would deny what is known.
 */
export async function settleSubmission(
  session: ApiSession,
  id: string,
  outcome: CreationOutcome,
): Promise<void> {
  await submissionStore.settle(id, outcome)
  session.queryClient.setQueryData(
    logQuery(session).queryKey,
    (log) => log && logWithOutcome(log, id, outcome),
  )
}

/** The log with what became of one of its submissions, where that is news. */
export function logWithOutcome(
  log: SubmissionLog,
  id: string,
  outcome: CreationOutcome | null,
): SubmissionLog {
  const newer = (submission: Submission) =>
    submission.id === id ? withOutcome(submission, outcome) : submission
  return { ...log, submissions: log.submissions.map(newer) }
}

/** The points left as the last creation from this browser told them. */
export interface Balance {
  points: ExactNumber
  /** milliseconds since the epoch */
  at: number
}

/** The balance that the latest reply to one of these creations told, or null where none did. */
export function lastBalance(submissions: readonly Submission[]): Balance | null {
  let last: Balance | null = null
  for (const { outcome } of submissions) {
    if (outcome?.kind !== 'created' || outcome.created.remainingPoints === null) continue
    const { at } = outcome
    if (last === null || at >= last.at) last = { points: outcome.created.remainingPoints, at }
  }
  return last
}
