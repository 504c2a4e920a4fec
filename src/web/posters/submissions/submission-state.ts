import { isNotRecorded, isOutOfReach } from '#web/api/api-error.ts'
import type { CheckAnswer } from '#web/poster-records/outcome.ts'
import { type Outcome, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { m } from '#web/messages/generated/messages.js'

/** The state of a poster as it is shown. */
export type ShownState = Exclude<PosterRecord['state']['kind'], 'sending'> | 'on-its-way'

/**
 * The state of a poster as it is shown.
 *
 * @param isOurs this tab is sending it
 * @param answer of the host; undefined: it was not asked
 */
export function stateOf(
  { state }: Pick<PosterRecord, 'state'>,
  isOurs: boolean,
  answer?: CheckAnswer,
): ShownState {
  if (state.kind !== 'sending' && state.kind !== 'unknown') return state.kind
  return isOurs || answer?.kind === 'in-flight' ? 'on-its-way' : 'unknown'
}

/** Why the outcome of a poster is unknown, as sentences. */
export function whyUnknown(
  { state }: Pick<PosterRecord, 'state'>,
  answer: CheckAnswer | undefined,
): string[] {
  if (state.kind === 'unknown' && isNotRecorded(state.failure) && isOpen(answer)) {
    return [describeFailure(state.failure).what, m.submission_not_recorded()]
  }
  const cause =
    state.kind === 'unknown'
      ? [describeFailure(state.failure).what, m.submission_may_exist()]
      : [m.submission_no_answer()]
  switch (answer?.kind) {
    case 'in-flight':
      return [m.submission_in_flight()]
    case undefined:
    case 'settled':
      return [...cause, m.submission_look_yourself()]
    case 'not-arrived':
      // Another tab may be sending it, so its reply may still come.
      return state.kind === 'sending'
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

/** The outcomes to filter by. A poster that is on its way counts as unknown. */
export const SUBMISSION_OUTCOMES = ['created', 'refused', 'unknown', 'not-sent'] as const
export type SubmissionOutcome = Outcome['kind']

/** The outcome that a poster is filtered by. */
export function filterOutcome(record: PosterRecord): SubmissionOutcome {
  return outcomeOf(record)?.kind ?? 'unknown'
}

/**
 * A filter as it was chosen. Posters that matched then stay until another filter is chosen, even if their
 * outcome changes, so that no entry disappears while it is read.
 */
export interface SubmissionFilter {
  readonly outcome: SubmissionOutcome
  readonly seen: ReadonlySet<string>
}

/** Creates a filter by an outcome. */
export function chooseFilter(
  records: readonly PosterRecord[],
  outcome: SubmissionOutcome,
): SubmissionFilter {
  const matching = records.filter((record) => filterOutcome(record) === outcome)
  return { outcome, seen: new Set(matching.map(({ id }) => id)) }
}

/** The posters that match a filter. @param filter undefined: all match */
export function filtered(
  records: readonly PosterRecord[],
  filter: SubmissionFilter | undefined,
): readonly PosterRecord[] {
  if (filter === undefined) return records
  const { outcome, seen } = filter
  return records.filter((record) => seen.has(record.id) || filterOutcome(record) === outcome)
}
