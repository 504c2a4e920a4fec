import { isOpen, type Submission } from '#web/submissions/submission.ts'

/** The outcomes to filter by. A submission that is on its way counts as unknown. */
export const SUBMISSION_OUTCOMES = ['created', 'refused', 'unknown', 'not-sent'] as const
export type SubmissionOutcome = (typeof SUBMISSION_OUTCOMES)[number]

/** The outcome that a submission is filtered by. */
export function filterOutcome(submission: Pick<Submission, 'outcome'>): SubmissionOutcome {
  const { outcome } = submission
  return isOpen(submission) || outcome === null ? 'unknown' : outcome.kind
}

/**
 * A filter as it was chosen. Submissions that matched then stay until another filter is chosen, even if their
 * outcome changes, so that no entry disappears while it is read.
 */
export interface SubmissionFilter {
  readonly outcome: SubmissionOutcome
  readonly seen: ReadonlySet<string>
}

/** Creates a filter by an outcome. */
export function chooseFilter(
  submissions: readonly Submission[],
  outcome: SubmissionOutcome,
): SubmissionFilter {
  const matching = submissions.filter((submission) => filterOutcome(submission) === outcome)
  return { outcome, seen: new Set(matching.map(({ id }) => id)) }
}

/** The submissions that match a filter. @param filter undefined: all match */
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
