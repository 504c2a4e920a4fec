import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import {
  IDEMPOTENCY_HEADER,
  type IdempotencyState,
  type StoredReply,
} from '#contract/idempotency.ts'
import type {
  IdempotencyEntry,
  IdempotencyStore,
  IdempotentRequest,
} from '#host/idempotency/idempotency-store.ts'
import { MAY_EXIST, notSent, NOTHING_SENT, ownReply } from '#host/idempotency/own-replies.ts'
import { unwrittenReplies } from '#host/idempotency/unwritten-replies.ts'

const CANCELLED = `This creation arrived after its idempotency key was cancelled. ${NOTHING_SENT}`
const NOT_RECORDED = 'The host cannot record creations at the moment, so it has not sent this one.'
const OUTCOME_LOST = `The host did not learn what became of this creation. ${MAY_EXIST}`
const ANOTHER_BODY = `The header ${IDEMPOTENCY_HEADER} names a creation with another body; this one was not sent.`

/** The pause between two reads of another process's reply, and between two attempts to write a reply, in milliseconds. */
const RETRY_MS = 250

/** How many lost outcomes are remembered. */
const MAX_LOST = 10_000

/** What can happen to a creation with an idempotency key. */
export const CREATION_EVENTS = [
  /** it was recorded, and handed to the Task API; under overload that may refuse to send it */
  'forwarded',
  /** its idempotency key was known: it was not sent, and got the recorded reply or a refusal */
  'repeated',
  /** it could not be recorded, and was not sent */
  'refused',
  /** its key was cancelled, so it is never sent */
  'cancelled',
  /** its reply could not be recorded at once */
  'reply-held',
  /** a page asked for its outcome, which is unknown: the host that forwarded it was stopped */
  'outcome-lost',
] as const

export type CreationEvent = (typeof CREATION_EVENTS)[number]

/** Where requests are recorded. */
export interface ForwardOnceOptions {
  store: IdempotencyStore
  /** how long a process may take to forward a request and to record the reply, in milliseconds */
  forwardMs: number
  /** how often the store is asked or tried again, in milliseconds; another time is for tests */
  retryMs?: number
  /** called with what happens, for the metrics */
  countEvent?: (event: CreationEvent) => void
}

/** Forwards each request at most once, and gives every repeat the same reply, whichever process has forwarded it. */
export function forwardOnce({
  store,
  forwardMs,
  retryMs = RETRY_MS,
  countEvent = () => undefined,
}: ForwardOnceOptions) {
  /** The requests that this process is answering. */
  const inFlight = new Map<string, { bodyDigest: string; reply: Promise<StoredReply> }>()
  // Replies that the store has not taken yet. Until then the store has these creations as "forwarded".
  const unwritten = unwrittenReplies(store, retryMs)
  const closing = new AbortController()
  const recording = recordingIn(store)
  // Pages ask again and again: each lost outcome is counted once.
  const lost = new Set<string>()

  /** Replies to a request that this process is not answering yet. */
  async function replyToNew(
    request: IdempotentRequest,
    send: () => Promise<StoredReply>,
    reportError: (error: unknown) => void,
  ): Promise<StoredReply> {
    let entry = unwritten.of(request.name)
    try {
      entry ??= await recording.begin(request)
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

  /**
   * Replies to a request: from what is known of it, or else by calling `send`, which must not throw.
   *
   * @param reportError called with failures of the store
   */
  function replyTo(
    request: IdempotentRequest,
    send: () => Promise<StoredReply>,
    reportError: (error: unknown) => void,
  ): Promise<StoredReply> {
    const { name, bodyDigest } = request
    const pending = inFlight.get(name)
    if (pending?.bodyDigest === bodyDigest) {
      countEvent('repeated')
      return pending.reply
    }
    const reply = replyToNew(request, send, reportError)
    if (pending === undefined) {
      // In the same turn as the lookup above: a second request with this name must find it.
      inFlight.set(name, { bodyDigest, reply })
      const remove = () => void inFlight.delete(name)
      reply.then(remove, remove)
    }
    return reply
  }

  /**
   * What is known of a request.
   *
   * @param read looks it up in the store
   * @throws what `read` throws
   */
  async function stateOf(
    name: string,
    read: (name: string) => Promise<IdempotencyEntry | undefined>,
  ): Promise<IdempotencyState> {
    if (inFlight.has(name)) return { state: 'in-flight' }
    const entry = unwritten.of(name) ?? (await read(name))
    if (entry === undefined || entry.state === 'cancelled') {
      return {
        state: 'not-forwarded',
        coversMs: await store.coversMs(),
        isCancelled: entry !== undefined,
      }
    }
    if (entry.state === 'done') return { state: 'done', reply: entry.reply }
    if (isBeingForwarded(entry, forwardMs)) return { state: 'in-flight' }
    if (!lost.has(name)) {
      if (lost.size >= MAX_LOST) lost.clear()
      lost.add(name)
      countEvent('outcome-lost')
    }
    return { state: 'unknown' }
  }

  return {
    replyTo,
    stateOf,
    /** Whether creations can be recorded, and so be forwarded, as far as this host knows. After a failure this tries to write. */
    areAccepted: () => recording.isPossible(),
    /** How many replies are in memory only, because the store has not taken them yet. */
    heldReplies: () => unwritten.count(),
    /** Resolves once every reply that came is in the store. */
    written: () => unwritten.written(),
    /** Stops waiting for other processes and for the store. */
    close() {
      closing.abort()
      unwritten.close()
    },
  }
}

/** Records requests in a store, and knows whether that is possible. */
function recordingIn(store: IdempotencyStore) {
  let hasFailed = false
  return {
    /** As `begin` of the store. */
    async begin(request: IdempotentRequest) {
      try {
        const entry = await store.begin(request)
        // A repeat was only read.
        if (entry === undefined) hasFailed = false
        return entry
      } catch (error) {
        hasFailed = true
        throw error
      }
    },
    /** Whether the next request can be recorded, as far as this process knows. Never rejects. */
    async isPossible(): Promise<boolean> {
      try {
        if (!hasFailed) await store.coversMs()
        else {
          // Only a write shows it, as a full disk can be read. This one leaves a cancelled name, for 7 days.
          await store.readOrCancel(`probe ${randomUUID()}`)
          hasFailed = false
        }
        return true
      } catch {
        return false
      }
    },
  }
}

interface Waiting extends Required<Omit<ForwardOnceOptions, 'countEvent'>> {
  reportError: (error: unknown) => void
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

/** Whether another process may still be waiting for the reply. A wrong clock can make the age negative, hence the absolute value. */
function isBeingForwarded(
  entry: IdempotencyEntry,
  forwardMs: number,
): entry is Extract<IdempotencyEntry, { state: 'forwarded' }> {
  return entry.state === 'forwarded' && Math.abs(entry.ageMs) < forwardMs
}

/** The reply to a request that was recorded before. */
function repeated(entry: IdempotencyEntry, request: IdempotentRequest): StoredReply {
  if (entry.state === 'cancelled') return notSent(503, 'cancelled', CANCELLED)
  if (entry.bodyDigest !== request.bodyDigest) return ownReply(422, 'not-allowed', ANOTHER_BODY)
  return entry.state === 'done' ? entry.reply : ownReply(502, 'outcome-lost', OUTCOME_LOST)
}
