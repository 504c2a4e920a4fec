import { m } from '#web/messages/generated/messages.js'
import { type ApiFailure, TOO_EARLY, type UnreadableIssue } from '#web/api/api-error.ts'
import { formatClockSeconds } from '#web/format/time.ts'

/** A failure in words: what happened, and what can be done. The service's own words stand apart. */
export interface FailureDescription {
  what: string
  advice: string
  /** text of the service: shown as data, isolated, never as markup; '' where it said nothing */
  serviceMessage: string
}

const issues: Record<UnreadableIssue, () => string> = {
  'not-json': m.issue_not_json,
  'not-an-envelope': m.issue_not_an_envelope,
  'no-task-list': m.issue_no_task_list,
  'no-uuid': m.issue_no_uuid,
  'too-large': m.issue_too_large,
  defect: m.issue_defect,
}

/** Turns any failure into sentences: the one place where errors get their words. */
export function describeFailure(failure: ApiFailure): FailureDescription {
  switch (failure.kind) {
    case 'offline':
      return words(m.error_offline(), m.error_offline_advice())
    case 'unreachable':
      return words(m.error_unreachable(), m.error_unreachable_advice())
    case 'timeout':
      return words(m.error_timeout(), m.error_timeout_advice())
    case 'unauthorized':
      return words(m.error_unauthorized(), m.error_key_advice(), failure.message)
    case 'forbidden':
      return words(m.error_forbidden(), m.error_key_advice(), failure.message)
    case 'rate-limited':
      return words(
        m.error_rate_limited(),
        untilThen(failure.retryAt) ?? m.error_rate_limited_advice(),
        failure.message,
      )
    case 'refused':
      return words(
        m.error_refused({ code: failure.code }),
        failure.code === TOO_EARLY
          ? (untilThen(failure.retryAt ?? null) ?? m.error_rate_limited_advice())
          : m.error_refused_advice(),
        failure.message,
      )
    case 'server':
      // The host speaks for itself where it could not ask the service.
      return failure.notSent
        ? words(m.error_unreachable(), m.error_unreachable_advice())
        : words(
            m.error_server({ status: failure.status }),
            untilThen(failure.retryAt) ?? m.error_server_advice(),
            failure.message,
          )
    case 'unreadable':
      return words(
        m.error_unreadable(),
        m.error_unreadable_advice({ issue: issues[failure.issue]() }),
      )
    case 'cancelled':
      return words(m.error_cancelled(), m.error_cancelled_advice())
  }
}

/** When the service may be asked again, where it said so. */
function untilThen(retryAt: number | null): string | undefined {
  return retryAt === null ? undefined : m.error_retry_after({ time: formatClockSeconds(retryAt) })
}

function words(what: string, advice: string, serviceMessage = ''): FailureDescription {
  return { what, advice, serviceMessage }
}
