/** What can happen to a creation with an idempotency key. */
export const CREATION_EVENTS = [
  /** it was recorded, and sent to the Task API */
  'forwarded',
  /** it was a repeat, and got the reply of the first */
  'repeated',
  /** it could not be recorded, and was not sent */
  'refused',
  /** its key was cancelled, so it is never sent */
  'cancelled',
  /** its reply could not be recorded at once */
  'reply-held',
] as const

export type CreationEvent = (typeof CREATION_EVENTS)[number]
