import { setTimeout as delay } from 'node:timers/promises'

import type { StoredReply } from '#contract/idempotency.ts'
import type { IdempotencyEntry, IdempotencyStore } from '#host/idempotency/idempotency-store.ts'
import type { IdempotentRequest } from '#host/idempotency/idempotency-name.ts'

/** Limit for all held replies: a few of the largest, or tens of thousands of usual ones. */
const MAX_HELD = 32 * 1024 * 1024

/** Approximate size of an entry without its reply's body. */
const ENTRY_SIZE = 500

/** Replies that the store did not take. They are known while the process lives, and written as soon as it takes them. */
export interface UnwrittenReplies {
  /** Holds a reply, and drops the oldest ones to make room. */
  add(request: IdempotentRequest, reply: StoredReply): void
  /** The reply to a creation, as the store would return it; undefined if none is held. */
  of(name: string): IdempotencyEntry | undefined
  /** how many are held */
  count(): number
  /** Resolves once all are written, or after `close`. */
  written(): Promise<void>
  /** Stops trying to write them. */
  close(): void
}

/**
 * Creates an empty collection.
 *
 * @param retryMs how long to wait between two attempts to write, in milliseconds
 * @param maxHeld characters in total; the latest reply is held regardless of its size
 */
export function unwrittenReplies(
  store: Pick<IdempotencyStore, 'finish'>,
  retryMs: number,
  maxHeld = MAX_HELD,
): UnwrittenReplies {
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
    add(request, reply) {
      const size = reply.body.length + ENTRY_SIZE
      entries.set(request.name, { request, reply, size })
      held += size
      for (const oldest of entries.keys()) {
        if (held <= maxHeld || oldest === request.name) break
        remove(oldest)
      }
      writing ??= write()
    },
    of(name) {
      const entry = entries.get(name)
      return entry && { state: 'done', bodyDigest: entry.request.bodyDigest, reply: entry.reply }
    },
    count: () => entries.size,
    async written() {
      await writing
    },
    close: () => closing.abort(),
  }
}
