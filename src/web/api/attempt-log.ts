import { queryOptions } from '@tanstack/react-query'

import type { ExactNumber } from '#contract/exact-number.ts'
import { attemptJournal, type AttemptLog } from '#web/api/attempt-journal.ts'
import { canNameOwners, ownerOf } from '#web/api/attempt-owner.ts'
import { type RecordedAttempt, withOutcome } from '#web/api/attempt-record.ts'
import type { CreationOutcome } from '#web/api/creation-outcome.ts'
import type { ApiSession } from '#web/api/session.tsx'

/** In milliseconds. */
const DISK_AGAIN_MS = 5_000

/** The log: what the journal holds of a session's account. It is told of changes, so it never grows old. */
export const logQuery = (session: ApiSession) =>
  queryOptions({
    queryKey: ['poster-log', session.profileId],
    queryFn: async (): Promise<AttemptLog> =>
      attemptJournal.list(await ownerOf(session, attemptJournal)),
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
export async function settleAttempt(
  session: ApiSession,
  id: string,
  outcome: CreationOutcome,
): Promise<void> {
  await attemptJournal.settle(id, outcome)
  session.queryClient.setQueryData(
    logQuery(session).queryKey,
    (log) => log && logWithOutcome(log, id, outcome),
  )
}

/** The log with what became of one of its submissions, where that is news. */
export function logWithOutcome(
  log: AttemptLog,
  id: string,
  outcome: CreationOutcome | null,
): AttemptLog {
  const newer = (attempt: RecordedAttempt) =>
    attempt.id === id ? withOutcome(attempt, outcome) : attempt
  return { ...log, attempts: log.attempts.map(newer) }
}

/** The points left as the last creation from this browser told them. */
export interface Balance {
  points: ExactNumber
  /** milliseconds since the epoch */
  at: number
}

/** The balance that the latest reply to one of these creations told, or null where none did. */
export function lastBalance(attempts: readonly RecordedAttempt[]): Balance | null {
  let last: Balance | null = null
  for (const { outcome } of attempts) {
    if (outcome?.kind !== 'created' || outcome.created.remainingPoints === null) continue
    const { at } = outcome
    if (last === null || at >= last.at) last = { points: outcome.created.remainingPoints, at }
  }
  return last
}
