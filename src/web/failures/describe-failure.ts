import { isSuccessCode } from '#contract/envelope.ts'
import {
  type HostErrorCode,
  isRefusedByHost,
  isViewEnd,
  type ViewEnd,
} from '#contract/host-error-code.ts'
import { m } from '#web/messages/generated/messages.js'
import { type ApiFailure, TOO_EARLY, type UnreadableIssue } from '#web/api/api-error.ts'
import { formatClockSeconds } from '#web/format/time.ts'

/** The text of a failure: what happened, and what can be done. The service's own message is separate. */
export interface FailureDescription {
  what: string
  advice: string
  /** text from the service: shown as data, isolated, never as markup; '' if the service sent no message */
  serviceMessage: string
}

const issues: Record<UnreadableIssue | UnreadableHostErrorCode, () => string> = {
  'not-json': m.issue_not_json,
  'not-an-envelope': m.issue_not_an_envelope,
  'other-data': m.issue_other_data,
  'no-uuid': m.issue_no_uuid,
  'too-large': m.issue_too_large,
  contradiction: m.issue_contradiction,
  defect: m.issue_defect,
  'broken-off': m.issue_broken_off,
  undecodable: m.issue_undecodable,
  redirected: m.issue_redirected,
  'odd-status': m.issue_odd_status,
}

/** The host error codes about answers that our host could not read. */
type UnreadableHostErrorCode = Extract<
  HostErrorCode,
  'broken-off' | 'too-large' | 'not-json' | 'undecodable' | 'redirected' | 'odd-status'
>

type Refused = Extract<ApiFailure, { kind: 'refused' }>

/** The codes of refusals that are about the request itself. */
const ABOUT_REQUEST: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** Describes any failure in sentences. All error texts come from here. */
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
      if (isRefusedByHost(failure.hostErrorCode)) return ofHostErrorCode(failure.hostErrorCode)
      return words(
        refusal(failure),
        failure.code === TOO_EARLY
          ? (untilThen(failure.retryAt ?? null) ?? m.error_rate_limited_advice())
          : adviceOnRefusal(failure),
        failure.message,
      )
    case 'server': {
      const { hostErrorCode = failure.notSent ? 'unreachable' : undefined } = failure
      const { what, advice } =
        hostErrorCode === undefined
          ? words(m.error_server({ status: failure.status }), m.error_server_advice())
          : ofHostErrorCode(hostErrorCode)
      return words(
        what,
        untilThen(failure.retryAt) ?? advice,
        hostErrorCode === undefined ? failure.message : '',
      )
    }
    case 'unreadable':
      return { ...unreadable(failure.issue), serviceMessage: failure.message ?? '' }
    case 'sign-in':
      return words(
        m.error_sign_in(),
        failure.isBasic ? m.error_basic_sign_in() : m.error_sign_in_advice(),
      )
    case 'front': {
      const { status, retryAt } = failure
      return status < 500
        ? words(m.error_front({ status }), untilThen(retryAt) ?? m.error_front_advice())
        : words(m.error_front_failed({ status }), untilThen(retryAt) ?? m.error_host_advice())
    }
    case 'cancelled':
      return words(m.error_cancelled(), m.error_cancelled_advice())
  }
}

/** A 2xx that refuses has no code of its own. */
function refusal({ code, word }: Refused): string {
  if (word === undefined && isSuccessCode(code)) return m.error_refused_uncoded()
  return m.error_refused({ code: word ?? code })
}

function adviceOnRefusal({ code, message, hostErrorCode }: Refused): string {
  if (hostErrorCode !== undefined) return m.error_refused_advice_unread()
  if (message === '') return m.error_refused_advice_silent()
  return ABOUT_REQUEST.has(code) ? m.error_refused_advice() : m.error_refused_advice_other()
}

/** What an error code of our host means, and what can be done. */
const hostErrors: Record<
  Exclude<HostErrorCode, UnreadableHostErrorCode | ViewEnd>,
  readonly [what: () => string, advice?: () => string]
> = {
  unreachable: [m.error_unreachable, m.error_unreachable_advice],
  timeout: [m.error_timeout, m.error_timeout_advice],
  'not-allowed': [m.error_not_passed_on, m.error_not_passed_on_advice],
  'host-name': [() => m.error_host_name({ name: location.host })],
  'no-key': [m.error_no_key],
  'picture-gone': [m.error_picture_gone],
  'not-recorded': [m.error_not_recorded, m.error_host_advice],
  overloaded: [m.error_overloaded, m.error_host_advice],
  cancelled: [m.error_given_up, m.error_host_advice],
  'outcome-lost': [m.error_outcome_lost, m.error_host_advice],
  'host-error': [m.error_host_failed, m.error_host_advice],
}

/** Describes an error code of our host in our own text. It is never shown as a message of the service. */
function ofHostErrorCode(hostErrorCode: HostErrorCode): FailureDescription {
  if (isUnreadable(hostErrorCode)) return unreadable(hostErrorCode)
  if (isViewEnd(hostErrorCode)) return words(m.error_view(), '')
  const [what, advice] = hostErrors[hostErrorCode]
  return words(what(), advice?.() ?? '')
}

function isUnreadable(code: HostErrorCode): code is UnreadableHostErrorCode {
  return code in issues
}

function unreadable(issue: UnreadableIssue | UnreadableHostErrorCode): FailureDescription {
  return words(m.error_unreadable(), m.error_unreadable_advice({ issue: issues[issue]() }))
}

/** The sentence with the retry time, if the service named one. */
function untilThen(retryAt: number | null): string | undefined {
  return retryAt === null ? undefined : m.error_retry_after({ time: formatClockSeconds(retryAt) })
}

function words(what: string, advice: string, serviceMessage = ''): FailureDescription {
  return { what, advice, serviceMessage }
}
