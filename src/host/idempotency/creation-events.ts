/** What can happen to a creation with an idempotency key. */
export const CREATION_EVENTS = [
  /** it was recorded, and handed to the Task API; under overload that may refuse to send it */
  'forwarded',
  /** its idempotency key was known: it was not sent, and got the recorded reply or a refusal */
  'repeated',
  /** it could not be recorded, and was not sent */
  'refused',
  /** its key was cancelled, so it is never sent */
  'cancelled',
  /** its reply could not be recorded at once */
  'reply-held',
  /** a page asked for its outcome, which is unknown: the host that forwarded it was stopped */
  'outcome-lost',
] as const

export type CreationEvent = (typeof CREATION_EVENTS)[number]
