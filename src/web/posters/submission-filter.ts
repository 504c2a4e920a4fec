import { isOpen, type RecordedAttempt } from '#web/api/attempt-record.ts'

/** By what the log is filtered. What is on its way has an outcome that nobody knows yet. */
export const SUBMISSION_OUTCOMES = ['created', 'refused', 'unknown', 'not-sent'] as const
export type SubmissionOutcome = (typeof SUBMISSION_OUTCOMES)[number]

/** The outcome that a submission is filtered by. */
export function filterOutcome(attempt: Pick<RecordedAttempt, 'outcome'>): SubmissionOutcome {
  const { outcome } = attempt
  return isOpen(attempt) || outcome === null ? 'unknown' : outcome.kind
}

/**
 * A filter as it was chosen. What was in sight then stays until another is chosen, whatever becomes
 * known of it: nothing is taken from under the reader.
 */
export interface SubmissionFilter {
  readonly outcome: SubmissionOutcome
  readonly seen: ReadonlySet<string>
}

/** Chooses a filter. */
export function chooseFilter(
  attempts: readonly RecordedAttempt[],
  outcome: SubmissionOutcome,
): SubmissionFilter {
  const matching = attempts.filter((attempt) => filterOutcome(attempt) === outcome)
  return { outcome, seen: new Set(matching.map(({ id }) => id)) }
}

/** What a filter lets pass. @param filter undefined: everything */
export function filtered(
  attempts: readonly RecordedAttempt[],
  filter: SubmissionFilter | undefined,
): readonly RecordedAttempt[] {
  if (filter === undefined) return attempts
  const { outcome, seen } = filter
  return attempts.filter((attempt) => seen.has(attempt.id) || filterOutcome(attempt) === outcome)
}
