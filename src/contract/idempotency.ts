import * as z from 'zod/mini'

import { HOST_FINDINGS, type HostFinding } from '#contract/host-finding.ts'

/**
 * What our host and our page say to each other about a creation (spec: not shown). None of it
 * reaches the service.
 */

/**
 * Request header that names one confirmed submission by a UUID. The host forwards each at most once,
 * also when the browser sends the request again by itself.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/**
 * Largest body of a reply to a creation, in bytes (spec: not shown; its data has four fields). The
 * host keeps it, and tells it as a text inside JSON, which at most doubles it: that stays well below
 * what the page reads of one response.
 */
export const MAX_CREATION_REPLY_BYTES = 4 * 1024 * 1024

/**
 * How long the host knows what became of a creation, in milliseconds (spec: not shown). Far longer
 * than it claims: a process that starts before its machine knows the time writes, or forgets, by a
 * clock that is hours or days off, and what is forgotten within the claim is a charged creation that
 * is told to be "not sent". Six days between the two are more than a clock is off that runs on a
 * battery; a week of small rows is nothing to a disk.
 */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60_000

/** A reply of the service, as the host passed it on and keeps it. */
export interface StoredReply {
  status: number
  /** the Retry-After header, null without one */
  retryAfter: string | null
  /** the host says that the request never reached the service */
  notSent: boolean
  /** what the host found out where it answered itself; null: the service has answered */
  finding: HostFinding | null
  /** the body, JSON: as it came, without the key */
  body: string
}

/** What the host knows of a creation. */
export type IdempotencyState =
  /**
   * Not sent on, as far as is known of the last `coversMs` milliseconds. `givenUp`: it never will
   * be; without that it may still arrive.
   */
  | { state: 'not-forwarded'; coversMs: number; givenUp: boolean }
  | { state: 'in-flight' }
  | { state: 'done'; reply: StoredReply }
  /** sent on, but the host was stopped before the reply came */
  | { state: 'unknown' }

/**
 * Where the host tells what it knows of a creation, with the key that it was sent with: GET looks,
 * DELETE also gives it up where it was not sent on.
 */
export function idempotencyPath(idempotencyKey: string): string {
  return `/host/idempotency-keys/${idempotencyKey}`
}

const idempotencyKey = z.uuid()

/** Whether a text can name a submission. */
export function isIdempotencyKey(text: string): boolean {
  return idempotencyKey.safeParse(text).success
}

const idempotencyState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-forwarded'), coversMs: z.number(), givenUp: z.boolean() }),
  z.object({ state: z.literal('in-flight') }),
  z.object({
    state: z.literal('done'),
    reply: z.object({
      status: z.int(),
      retryAfter: z.nullable(z.string()),
      notSent: z.boolean(),
      finding: z.catch(z.nullable(z.enum(HOST_FINDINGS)), null),
      body: z.string(),
    }),
  }),
  z.object({ state: z.literal('unknown') }),
])

/** Reads the host's answer. @returns undefined where it is none */
export function readIdempotencyState(json: unknown): IdempotencyState | undefined {
  return idempotencyState.safeParse(json).data
}
