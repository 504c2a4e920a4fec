import { setTimeout as delay } from 'node:timers/promises'

import type { StoredReply } from '#contract/idempotency.ts'
import type {
  IdempotencyEntry,
  IdempotencyStore,
  IdempotentRequest,
} from '#host/idempotency/idempotency-store.ts'

/** Limit for all held replies: a few of the largest, or tens of thousands of usual ones. */
const MAX_HELD = 32 * 1024 * 1024

/** Approximate size of an entry without its reply's body. */
const ENTRY_SIZE = 500

/**
 * Holds replies that the store did not take. They are known while the process lives, and written as soon as it takes them.
 *
 * @param retryMs how long to wait between two attempts to write, in milliseconds
 * @param maxHeld characters in total; the latest reply is held regardless of its size
 */
export function unwrittenReplies(
  store: Pick<IdempotencyStore, 'finish'>,
  retryMs: number,
  maxHeld = MAX_HELD,
) {
  const entries = new Map<
    string,
    { request: IdempotentRequest; reply: StoredReply; size: number }
  >()
  let held = 0
  const closing = new AbortController()
  /** undefined: nothing is held */
  let writing: Promise<void> | undefined

  function remove(name: string) {
    held -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }

  async function write() {
    while (entries.size > 0 && !closing.signal.aborted) {
      try {
        await delay(retryMs, undefined, { signal: closing.signal, ref: false })
        for (const { request, reply } of entries.values()) {
          await store.finish(request, reply)
          remove(request.name)
        }
      } catch {
        // The first failure was reported. Try again.
      }
    }
    writing = undefined
  }

  return {
    /** Holds a reply, and drops the oldest ones to make room. */
    add(request: IdempotentRequest, reply: StoredReply): void {
      const size = reply.body.length + ENTRY_SIZE
      entries.set(request.name, { request, reply, size })
      held += size
      for (const oldest of entries.keys()) {
        if (held <= maxHeld || oldest === request.name) break
        remove(oldest)
      }
      writing ??= write()
    },
    /** The reply to a creation, as the store would return it; undefined if none is held. */
    of(name: string): IdempotencyEntry | undefined {
      const entry = entries.get(name)
      return entry && { state: 'done', bodyDigest: entry.request.bodyDigest, reply: entry.reply }
    },
    /** how many are held */
    count: () => entries.size,
    /** Resolves once all are written, or after `close`. */
    async written() {
      await writing
    },
    /** Stops trying to write them. */
    close: () => closing.abort(),
  }
}
