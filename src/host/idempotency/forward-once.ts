import { setTimeout as delay } from 'node:timers/promises'

import {
  IDEMPOTENCY_HEADER,
  type IdempotencyState,
  type StoredReply,
} from '#contract/idempotency.ts'
import type { CreationEvent } from '#host/idempotency/creation-events.ts'
import type { IdempotentRequest } from '#host/idempotency/idempotency-name.ts'
import type { IdempotencyEntry, IdempotencyStore } from '#host/idempotency/idempotency-store.ts'
import { MAY_EXIST, notSent, NOTHING_SENT, ownReply } from '#host/idempotency/own-replies.ts'
import { unwrittenReplies } from '#host/idempotency/unwritten-replies.ts'

const CANCELLED = `This creation came after it had been given up. ${NOTHING_SENT}`
const NOT_RECORDED = 'The host cannot record creations at the moment, so it has not sent this one.'
const OUTCOME_LOST = `The host did not learn what became of this creation. ${MAY_EXIST}`
const ANOTHER_BODY = `The header ${IDEMPOTENCY_HEADER} names a creation with another body; this one was not sent.`

/** How often the store is asked for the reply that another process waits for, and tried again after a failure. */
const RETRY_MS = 250

/** Where requests are recorded. */
export interface ForwardOnceOptions {
  store: IdempotencyStore
  /** how long a process may take to forward a request and to record the reply, in milliseconds */
  forwardMs: number
  /** how often the store is asked or tried again, in milliseconds; another time is for tests */
  retryMs?: number
  /** called with every failure of the store */
  reportError: (error: unknown) => void
  /** called with what happens, for the metrics */
  countEvent?: (event: CreationEvent) => void
}

/** Forwards each request at most once. */
export interface ForwardOnce {
  /** Replies to a request: from what is known of it, or else by calling `send`, which must not throw. */
  replyTo(request: IdempotentRequest, send: () => Promise<StoredReply>): Promise<StoredReply>
  /**
   * What is known of a request.
   *
   * @param read looks it up in the store
   * @throws what `read` throws
   */
  stateOf(
    name: string,
    read: (name: string) => Promise<IdempotencyEntry | undefined>,
  ): Promise<IdempotencyState>
  /** Resolves once every reply that came is in the store. */
  written(): Promise<void>
  /** Stops waiting for other processes and for the store. */
  close(): void
}

/** Gives every repeat of a request the same reply, whichever process has forwarded it. */
export function forwardOnce({
  store,
  forwardMs,
  retryMs = RETRY_MS,
  reportError,
  countEvent = () => undefined,
}: ForwardOnceOptions): ForwardOnce {
  /** The requests that this process is answering. */
  const inFlight = new Map<string, { bodyDigest: string; reply: Promise<StoredReply> }>()
  // The store still says that there was no reply.
  const unwritten = unwrittenReplies(store, retryMs)
  const closing = new AbortController()

  /** Replies to a request that this process is not answering yet. */
  async function replyToNew(
    request: IdempotentRequest,
    send: () => Promise<StoredReply>,
  ): Promise<StoredReply> {
    let entry = unwritten.of(request.name)
    try {
      entry ??= await store.begin(request)
    } catch (error) {
      reportError(error)
      countEvent('refused')
      // Not "not sent": browsers repeat requests, and another process may have forwarded this one already.
      return ownReply(503, 'not-recorded', NOT_RECORDED)
    }
    if (entry !== undefined) {
      countEvent('repeated')
      const waiting = { store, forwardMs, retryMs, signal: closing.signal, reportError }
      return repeated(await whenSettled(entry, request, waiting), request)
    }
    countEvent('forwarded')
    const reply = await send()
    try {
      await store.finish(request, reply)
    } catch (error) {
      reportError(error)
      countEvent('reply-held')
      unwritten.add(request, reply)
    }
    return reply
  }

  return {
    replyTo(request, send) {
      const { name, bodyDigest } = request
      const pending = inFlight.get(name)
      if (pending?.bodyDigest === bodyDigest) {
        countEvent('repeated')
        return pending.reply
      }
      const reply = replyToNew(request, send)
      if (pending === undefined) {
        // In the same turn as the lookup above: a second request with this name must find it.
        inFlight.set(name, { bodyDigest, reply })
        const remove = () => void inFlight.delete(name)
        reply.then(remove, remove)
      }
      return reply
    },

    async stateOf(name, read) {
      if (inFlight.has(name)) return { state: 'in-flight' }
      const entry = unwritten.of(name) ?? (await read(name))
      if (entry === undefined || entry.state === 'cancelled') {
        return {
          state: 'not-forwarded',
          coversMs: await store.coversMs(),
          givenUp: entry !== undefined,
        }
      }
      if (entry.state === 'done') return { state: 'done', reply: entry.reply }
      return { state: isBeingForwarded(entry, forwardMs) ? 'in-flight' : 'unknown' }
    },

    written: () => unwritten.written(),
    close() {
      closing.abort()
      unwritten.close()
    },
  }
}

interface Waiting extends Required<Omit<ForwardOnceOptions, 'countEvent'>> {
  /** ends the wait */
  signal: AbortSignal
}

/** Waits for the reply that another process is waiting for. Never throws. */
async function whenSettled(
  entry: IdempotencyEntry,
  { name, bodyDigest }: IdempotentRequest,
  { store, forwardMs, retryMs, signal, reportError }: Waiting,
): Promise<IdempotencyEntry> {
  let latest = entry
  try {
    while (isBeingForwarded(latest, forwardMs) && latest.bodyDigest === bodyDigest) {
      await delay(retryMs, undefined, { signal })
      const read = await store.read(name)
      // The record was emptied, so the outcome cannot be found out.
      if (read === undefined) break
      latest = read
    }
  } catch (error) {
    if (!signal.aborted) reportError(error)
  }
  return latest
}

/** Whether another process may still be waiting for the reply. Its clock may differ a little, or be wrong. */
function isBeingForwarded(
  entry: IdempotencyEntry,
  forwardMs: number,
): entry is Extract<IdempotencyEntry, { state: 'forwarded' }> {
  return entry.state === 'forwarded' && Math.abs(entry.ageMs) < forwardMs
}

/** The reply to a request that was recorded before. */
function repeated(entry: IdempotencyEntry, request: IdempotentRequest): StoredReply {
  if (entry.state === 'cancelled') return notSent(503, 'given-up', CANCELLED)
  if (entry.bodyDigest !== request.bodyDigest) return ownReply(422, 'not-allowed', ANOTHER_BODY)
  return entry.state === 'done' ? entry.reply : ownReply(502, 'outcome-lost', OUTCOME_LOST)
}
