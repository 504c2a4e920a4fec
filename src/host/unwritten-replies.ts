import type { StoredReply } from '#contract/idempotency.ts'
import type { IdempotencyEntry } from '#host/idempotency-store.ts'
import type { IdempotentRequest } from '#host/idempotency-name.ts'

/** How much is held altogether: some of the longest replies, or tens of thousands of usual ones. */
const MAX_HELD = 32 * 1024 * 1024

/** What an entry takes beside its reply's body, about. */
const ENTRY_SIZE = 500

/** The replies that could not be written into the store: known as long as the process lives. */
export interface UnwrittenReplies {
  /** Holds a reply; the oldest ones give way to it. */
  add(submission: IdempotentRequest, reply: StoredReply): void
  /** The reply to a submission as the store would tell it; undefined where none is held. */
  of(name: string): IdempotencyEntry | undefined
}

/**
 * Makes the place where they are held.
 *
 * @param maxHeld characters altogether; the latest reply is held whatever its size
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
