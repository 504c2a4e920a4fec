import type { StoredReply } from '#contract/idempotency.ts'

const HOUR = 60 * 60 * 1000

/**
 * The longest time back for which a store claims to know every request, in milliseconds. It is enough for a
 * page on a laptop that was closed overnight; a longer claim would help few.
 */
export const MAX_COVERED_MS = 24 * HOUR

/** A creation with an idempotency key, in a form that reveals neither the API key, nor the idempotency key, nor the body. */
export interface IdempotentRequest {
  name: string
  bodyDigest: string
}

/** What is recorded about a creation. */
export type IdempotencyEntry =
  /**
   * forwarded; its reply is not recorded. `ageMs`: milliseconds since then, by the clock of the store; shortly
   * after an outage without its time, as another process may be about to record a reply that it holds
   */
  | { state: 'forwarded'; bodyDigest: string; ageMs: number }
  | { state: 'done'; bodyDigest: string; reply: StoredReply }
  /** must never be forwarded */
  | { state: 'cancelled' }

/**
 * The idempotency store: the record of creations. What one of its methods has acknowledged survives the process and a power cut. Several
 * processes may use the same record. Every method but `close` rejects if the record cannot be used.
 */
export interface IdempotencyStore {
  /**
   * Records that a creation is about to be forwarded, unless it is recorded already.
   *
   * @returns undefined if it was recorded now and may be forwarded, else the existing entry
   * @throws if it cannot be recorded: then it must not be forwarded
   */
  begin(request: IdempotentRequest): Promise<IdempotencyEntry | undefined>
  /** Records the reply. */
  finish(request: IdempotentRequest, reply: StoredReply): Promise<void>
  /** Reads what is known of a creation. */
  read(name: string): Promise<IdempotencyEntry | undefined>
  /** Reads what is known of a creation. If nothing is, records that it must never be forwarded. */
  readOrCancel(name: string): Promise<IdempotencyEntry>
  /** How far back the record is complete: milliseconds, at most MAX_COVERED_MS. */
  coversMs(): Promise<number>
  /** Closes the record. Every later use rejects. */
  close(): void
}
