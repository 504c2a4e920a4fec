/**
 * What our host found out by itself where it answers in place of the service (spec: not shown). The page
 * has words for each; the message beside it is for developers.
 */
export const HOST_FINDINGS = [
  /** no connection to the service: nothing was sent */
  'unreachable',
  /** no answer in time, or the service said so itself: HTTP 408 and 421 */
  'timeout',
  /** the connection broke before the answer was whole */
  'broken-off',
  'too-large',
  'not-json',
  /** compressed in a way that is unknown, or wrongly */
  'undecodable',
  /** HTTP 3xx, which is not followed */
  'redirected',
  /** a status that a reply with a body cannot have */
  'odd-status',
  /** the host does not pass such a request on */
  'not-allowed',
  /** the host cannot write the creation down: it was not sent */
  'not-recorded',
  /** the creation came after it was given up: it was not sent */
  'given-up',
  /** the host was stopped before the service answered */
  'outcome-lost',
  /** an error of the host itself */
  'host-error',
] as const

export type HostFinding = (typeof HOST_FINDINGS)[number]

/** Response header with the finding. A service cannot say it: the host passes no such header on. */
export const HOST_FINDING_HEADER = 'x-marquee-finding'

/** Reads the header. @returns null where the service itself has answered */
export function readHostFinding(header: string | null): HostFinding | null {
  if (header === null) return null
  return HOST_FINDINGS.find((finding) => finding === header) ?? 'host-error'
}
