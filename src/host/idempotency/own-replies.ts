import { errorEnvelope } from '#contract/envelope.ts'
import type { HostErrorCode } from '#contract/host-error-code.ts'
import type { StoredReply } from '#contract/idempotency.ts'

/** Sentences of the host about creations. */
export const MAY_EXIST = 'The task may have been created.'
export const NOTHING_SENT = 'Nothing was sent.'

/** A reply of the host to a creation, in the form of the service. */
export function ownReply(status: number, code: HostErrorCode, message: string): StoredReply {
  const body = JSON.stringify(errorEnvelope(status, message))
  return { status, retryAfter: null, notSent: false, hostErrorCode: code, body }
}

/** As `ownReply`, for a creation that has not been sent and never will be. */
export function notSent(status: number, code: HostErrorCode, message: string): StoredReply {
  return { ...ownReply(status, code, message), notSent: true }
}
