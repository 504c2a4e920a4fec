import type { StoredReply } from '#contract/idempotency.ts'
import type { IdempotencyEntry } from '#host/idempotency-store.ts'
import type { IdempotentRequest } from '#host/idempotency-name.ts'

/** Limit for all held replies: a few of the largest, or tens of thousands of usual ones. */
const MAX_HELD = 32 * 1024 * 1024

/** Approximate size of an entry without its reply's body. */
const ENTRY_SIZE = 500

/** Replies that could not be written to the store. They are known while the process lives. */
export interface UnwrittenReplies {
  /** Holds a reply, and drops the oldest ones to make room. */
  add(submission: IdempotentRequest, reply: StoredReply): void
  /** The reply to a submission, as the store would return it; undefined if none is held. */
  of(name: string): IdempotencyEntry | undefined
}

/**
 * Creates an empty collection.
 *
 * @param maxHeld characters in total; the latest reply is held regardless of its size
 */
export function unwrittenReplies(maxHeld = MAX_HELD): UnwrittenReplies {
  const entries = new Map<string, { entry: IdempotencyEntry; size: number }>()
  let held = 0
  return {
    add({ name, bodyDigest }, reply) {
      const size = reply.body.length + ENTRY_SIZE
      entries.set(name, { entry: { state: 'done', bodyDigest, reply }, size })
      held += size
      for (const [oldest, { size: freed }] of entries) {
        if (held <= maxHeld || oldest === name) break
        entries.delete(oldest)
        held -= freed
      }
    },
    of: (name) => entries.get(name)?.entry,
  }
}
