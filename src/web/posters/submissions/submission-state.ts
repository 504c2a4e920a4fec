import { isNotRecorded, isOutOfReach } from '#web/api/api-error.ts'
import type { CheckAnswer } from '#web/submissions/outcome.ts'
import type { Submission } from '#web/submissions/submission.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { m } from '#web/messages/generated/messages.js'

/** The state of a submission, as the log shows it. */
export type SubmissionState = 'created' | 'refused' | 'unknown' | 'not-sent' | 'on-its-way'

/**
 * The state of a submission.
 *
 * @param isOurs this tab is sending it
 * @param answer of the host, undefined if it was not asked
 */
export function stateOf(
  { outcome }: Pick<Submission, 'outcome'>,
  isOurs: boolean,
  answer: CheckAnswer | undefined,
): SubmissionState {
  if (outcome !== null && outcome.kind !== 'unknown') return outcome.kind
  return isOurs || answer?.kind === 'in-flight' ? 'on-its-way' : 'unknown'
}

/** Why the outcome of a submission is unknown, as sentences. */
export function whyUnknown(
  { outcome }: Pick<Submission, 'outcome'>,
  answer: CheckAnswer | undefined,
): string[] {
  if (outcome?.kind === 'unknown' && isNotRecorded(outcome.failure) && isOpen(answer)) {
    return [describeFailure(outcome.failure).what, m.submission_not_recorded()]
  }
  const cause =
    outcome?.kind === 'unknown'
      ? [describeFailure(outcome.failure).what, m.submission_may_exist()]
      : [m.submission_no_answer()]
  switch (answer?.kind) {
    case 'in-flight':
      return [m.submission_in_flight()]
    case undefined:
    case 'settled':
      return [...cause, m.submission_look_yourself()]
    case 'not-arrived':
      // Another tab may be sending it, so its reply may still come.
      return outcome === null
        ? [m.submission_not_arrived()]
        : [...cause, m.submission_not_arrived(), m.submission_look_yourself()]
    case 'host-lost-it':
      return [...cause, m.submission_host_lost_it(), m.submission_look_yourself()]
    case 'too-old':
      return [...cause, m.submission_too_old(), m.submission_look_yourself()]
    case 'cannot-ask':
      // The other sentences already say that the host could not be reached.
      return isOutOfReach(answer.failure)
        ? [...cause, m.submission_cannot_ask()]
        : [...cause, m.submission_cannot_ask(), describeFailure(answer.failure).what]
  }
}

/** Whether the host is going to be asked, or asked again. */
function isOpen(answer: CheckAnswer | undefined): boolean {
  return answer === undefined || answer.kind === 'not-arrived' || answer.kind === 'cannot-ask'
}
