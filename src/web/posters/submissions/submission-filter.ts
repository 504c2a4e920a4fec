import { isOpen, type Submission } from '#web/submissions/submission.ts'

/** By what the log is filtered. What is on its way has an outcome that nobody knows yet. */
export const SUBMISSION_OUTCOMES = ['created', 'refused', 'unknown', 'not-sent'] as const
export type SubmissionOutcome = (typeof SUBMISSION_OUTCOMES)[number]

/** The outcome that a submission is filtered by. */
export function filterOutcome(submission: Pick<Submission, 'outcome'>): SubmissionOutcome {
  const { outcome } = submission
  return isOpen(submission) || outcome === null ? 'unknown' : outcome.kind
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
  submissions: readonly Submission[],
  outcome: SubmissionOutcome,
): SubmissionFilter {
  const matching = submissions.filter((submission) => filterOutcome(submission) === outcome)
  return { outcome, seen: new Set(matching.map(({ id }) => id)) }
}

/** What a filter lets pass. @param filter undefined: everything */
export function filtered(
  submissions: readonly Submission[],
  filter: SubmissionFilter | undefined,
): readonly Submission[] {
  if (filter === undefined) return submissions
  const { outcome, seen } = filter
  return submissions.filter(
    (submission) => seen.has(submission.id) || filterOutcome(submission) === outcome,
  )
}
