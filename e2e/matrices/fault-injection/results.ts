/** The outcome of a read, as a word for the sentence on screen. */
export type ReadResult =
  | 'rows'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'key'
  | 'forbidden'
  /** something in front of the host wants it */
  | 'sign-in'
  /** asked to wait, without a time */
  | 'paused'
  /** asked to wait for so many seconds, as the screen says it */
  | `paused ${number} s`
  | `refused ${number | 'IMAGE_TOO_SMALL'}`
  | `server ${number}`
  | `server ${number}, paused ${number} s`

/**
 * What a creation comes to, as the screen says it. Where no clear answer came it asks the host by
 * itself; `then`: what the host tells once it can be reached.
 */
export type CreationResult =
  | 'created'
  | 'refused'
  | 'unknown'
  | 'not-sent'
  | 'unknown, then not-sent'
