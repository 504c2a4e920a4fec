import * as z from 'zod/mini'

import { readHostErrorCode } from '#contract/host-error-code.ts'

/**
 * What our page and our host exchange about a creation (spec: not shown). None of it reaches the
 * service.
 */

/**
 * Request header that names one confirmed submission by a UUID. The host forwards each at most once,
 * even if the browser repeats the request by itself.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/**
 * Largest body of a reply to a creation, in bytes (spec: not shown; its data has four fields). The
 * host stores it and returns it as a string inside JSON, which at most doubles its size. That stays well
 * below what the page reads of one response.
 */
export const MAX_CREATION_REPLY_BYTES = 4 * 1024 * 1024

/**
 * How long the host keeps the outcome of a creation, in milliseconds (spec: not shown). That is six days
 * more than it claims, because a clock may be wrong by hours or days when a process starts. If an entry
 * were deleted within the claimed time, a charged creation would be reported as "not sent".
 */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60_000

/**
 * The host's address for the state of a creation. It takes the API key of the creation. GET reads the state,
 * DELETE also cancels the idempotency key if the creation was not forwarded.
 */
export function idempotencyPath(idempotencyKey: string): string {
  return `/host/idempotency-keys/${idempotencyKey}`
}

const idempotencyKey = z.uuid()

/** Whether a text is a valid idempotency key. */
export function isIdempotencyKey(text: string): boolean {
  return idempotencyKey.safeParse(text).success
}

/** A reply of the service, as the host forwarded and stored it. */
export const storedReply = z.object({
  status: z.int(),
  /** the Retry-After header, null without one */
  retryAfter: z.nullable(z.string()),
  /** the host says that the request never reached the service */
  notSent: z.boolean(),
  /** why the host answered itself; null: the service has answered */
  hostErrorCode: z.pipe(z.nullable(z.string()), z.transform(readHostErrorCode)),
  /** the JSON body as received, without the API key */
  body: z.string(),
})
export type StoredReply = z.infer<typeof storedReply> & {
  /** the ID of the request that got it, see REQUEST_ID_HEADER; the host stores none */
  requestId?: string | undefined
}

const idempotencyState = z.union([
  /**
   * Not forwarded within the last `coversMs` milliseconds, which is as far back as the host knows.
   * `isCancelled`: it never will be. Otherwise it may still arrive.
   */
  z.object({ state: z.literal('not-forwarded'), coversMs: z.number(), isCancelled: z.boolean() }),
  z.object({ state: z.literal('in-flight') }),
  z.object({ state: z.literal('done'), reply: storedReply }),
  /** forwarded, but the host was stopped before the reply came */
  z.object({ state: z.literal('unknown') }),
])

/** What the host knows of a creation. */
export type IdempotencyState = z.infer<typeof idempotencyState>

/** Reads the host's answer. @returns undefined if it is not one */
export function readIdempotencyState(json: unknown): IdempotencyState | undefined {
  return idempotencyState.safeParse(json).data
}
