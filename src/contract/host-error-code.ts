/**
 * Why our host answered instead of the service (spec: not shown). The page has a text for each;
 * the message of the reply is for developers.
 */
export const HOST_ERROR_CODES = [
  /** no connection to the service: nothing was sent */
  'unreachable',
  /** no answer in time, or HTTP 408 or 421 from the service */
  'timeout',
  /** the connection broke before the answer was complete */
  'broken-off',
  'too-large',
  'not-json',
  /** compressed in an unknown way, or broken */
  'undecodable',
  /** HTTP 3xx, which is not followed */
  'redirected',
  /** a status that no reply with a body can have */
  'odd-status',
  /** the host does not forward such a request */
  'not-allowed',
  /** the page was opened under a name that the host does not know: nothing was sent */
  'host-name',
  /** the request has no key: something in front of the host took it out. Nothing was sent */
  'no-key',
  /** the creation is about a picture that the host has deleted. Nothing was sent */
  'picture-gone',
  /** there is no such lent view: the link is not whole, or the view is long over */
  'view-unknown',
  /** the time of the lent view is over */
  'view-over',
  /** the lender has ended the view */
  'view-taken-back',
  /** the service no longer accepts the lender's key */
  'view-key-refused',
  /** the host cannot record the creation, so it has not sent it; a repeat may have been sent by another host */
  'not-recorded',
  /** the host has too many requests, and did not send this one */
  'overloaded',
  /** the creation arrived after its idempotency key was cancelled: it was not sent */
  'cancelled',
  /** the host was stopped before the service answered */
  'outcome-lost',
  /** an error of the host itself */
  'host-error',
] as const

export type HostErrorCode = (typeof HOST_ERROR_CODES)[number]

/** Response header with the host error code. A service cannot set it: the host does not forward it. */
export const HOST_ERROR_CODE_HEADER = 'x-marquee-host-error-code'

/**
 * Response header that each answer of our host has, also where it passes on what the service said. Without it, something in
 * front of the host has answered. A service cannot set it: the host does not forward it.
 */
export const HOST_MARK_HEADER = 'x-marquee-host'

const REFUSALS = ['not-allowed', 'host-name', 'no-key', 'picture-gone'] as const

/** Why a lent view shows nothing more. */
export type ViewEnd = Extract<HostErrorCode, `view-${string}`>

/** Whether our host refused a request by itself, so that the service never got it. */
export function isRefusedByHost(
  code: HostErrorCode | null | undefined,
): code is (typeof REFUSALS)[number] | ViewEnd {
  return REFUSALS.some((refusal) => refusal === code) || isViewEnd(code)
}

/** Whether our host refused a request because a lent view has ended. */
export function isViewEnd(code: HostErrorCode | null | undefined): code is ViewEnd {
  return code?.startsWith('view-') === true
}

/** Reads the header. @returns null if the service itself has answered */
export function readHostErrorCode(header: string | null): HostErrorCode | null {
  if (header === null) return null
  return HOST_ERROR_CODES.find((code) => code === header) ?? 'host-error'
}
