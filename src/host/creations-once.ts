import {
  IDEMPOTENCY_HEADER,
  type IdempotencyState,
  isIdempotencyKey,
  MAX_CREATION_REPLY_BYTES,
  type StoredReply,
} from '#contract/idempotency.ts'
import { bearerKey } from '#contract/authentication.ts'
import { errorEnvelope } from '#contract/envelope.ts'
import { HOST_FINDING_HEADER, type HostFinding, readHostFinding } from '#contract/host-finding.ts'
import { findOperation, MAX_REQUEST_BYTES, NOT_SENT_HEADER } from '#contract/operations.ts'
import { readBoundedBody } from '#contract/requests.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import type { IdempotencyStore, IdempotencyEntry } from '#host/idempotency-store.ts'
import { type IdempotentRequest, idempotencyName, bodyDigest } from '#host/idempotency-name.ts'
import { bodyRefusal, readBody } from '#host/request-body.ts'
import {
  hostResponse,
  gaveUpWaiting,
  isSentAgainOn,
  keyMissing,
  type TaskApi,
} from '#host/task-api.ts'
import { unwrittenReplies } from '#host/unwritten-replies.ts'

/** A Task API that receives each creation with an idempotency key at most once, and what is known of each. */
export interface CreationsOnce extends TaskApi {
  /** What is known of a creation. @throws if the store cannot be read */
  stateOf(apiKey: string, idempotencyKey: string): IdempotencyState
  /**
   * What is known of a creation. One that has not been forwarded yet never will be after this call.
   *
   * @throws if this can be neither read nor written
   */
  cancel(apiKey: string, idempotencyKey: string): IdempotencyState
}

/** Where creations are forwarded to, and where they are recorded. */
export interface CreationsOnceOptions {
  taskApi: TaskApi
  store: IdempotencyStore
  /** called with every failure of the store, and with failures of the Task API to answer */
  reportError: (error: unknown) => void
}

const MAY_EXIST = 'The task may have been created.'
const NOTHING_SENT = 'Nothing was sent.'
const CANCELLED = `This creation came after it had been given up. ${NOTHING_SENT}`
const NOT_RECORDED = `The host cannot write down creations at the moment. ${NOTHING_SENT}`

/** How many refused requests are remembered. Older ones cannot still be on their way over a network. */
const MAX_REFUSED = 10_000

/**
 * Stands in front of a Task API. A creation with an idempotency key is recorded, then forwarded once, and
 * completes even if its browser goes away. A repeat with the same key gets the same reply. All other
 * requests pass through, and so do creations without the header: their sender knows what a repeat means.
 */
export function creationsOnce({
  taskApi,
  store,
  reportError,
}: CreationsOnceOptions): CreationsOnce {
  const once = forwardOnce(store, reportError)

  async function create(request: Request): Promise<Response> {
    const apiKey = bearerKey(request.headers.get('authorization') ?? undefined)
    if (apiKey === undefined) return keyMissing()
    const idempotencyKey = request.headers.get(IDEMPOTENCY_HEADER) ?? ''
    if (!isIdempotencyKey(idempotencyKey)) {
      return notSent(
        400,
        'not-allowed',
        `The header ${IDEMPOTENCY_HEADER} must be a UUID. ${NOTHING_SENT}`,
      )
    }
    const body = await readBody(request, MAX_REQUEST_BYTES)
    // Not recorded: after a body that broke off, the browser sends the whole request again.
    if (!body.ok) return bodyRefusal(body.problem, MAX_REQUEST_BYTES)
    const name = idempotencyName(apiKey, idempotencyKey)
    // No await between here and the entry in `inFlight`: a second request with this key must find it.
    return once.answer({ name, bodyDigest: bodyDigest(apiKey, body.text) }, async () => {
      const reply = await forward(request, body.text, { taskApi, reportError })
      // The reply is stored, and the service may have repeated the key in it.
      return { ...reply, body: jsonWithoutKey(reply.body, apiKey) }
    })
  }

  return {
    fetch(request) {
      const operation = findOperation(request.method, new URL(request.url).pathname)
      return operation === 'createPosterTask' && request.headers.has(IDEMPOTENCY_HEADER)
        ? create(request)
        : taskApi.fetch(request)
    },
    stateOf: (apiKey, idempotencyKey) =>
      once.stateOf(idempotencyName(apiKey, idempotencyKey), (name) => store.read(name)),
    cancel: (apiKey, idempotencyKey) =>
      once.stateOf(idempotencyName(apiKey, idempotencyKey), (name) => store.readOrCancel(name)),
  }
}

/** Forwards each request at most once, and gives every repeat of it the same answer. */
function forwardOnce(store: IdempotencyStore, reportError: (error: unknown) => void) {
  const inFlight = new Map<string, { bodyDigest: string; reply: Promise<StoredReply> }>()
  // Answered with "not sent" without a record on disk: a repeat that is still on its way must not be forwarded.
  const refused = new Set<string>()
  // Replies that could not be written. The store still says that there was no reply.
  const unwritten = unwrittenReplies()

  function refuseFromNowOn(name: string) {
    refused.add(name)
    const [oldest] = refused
    if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest)
  }

  /** Waits for the reply and records it. */
  async function finish(
    request: IdempotentRequest,
    pending: Promise<StoredReply>,
  ): Promise<StoredReply> {
    const reply = await pending
    try {
      store.finish(request, reply)
    } catch (error) {
      reportError(error)
      unwritten.add(request, reply)
    } finally {
      inFlight.delete(request.name)
    }
    return reply
  }

  return {
    /** Answers a request: from what is known of it, or else by calling `send`. */
    async answer(request: IdempotentRequest, send: () => Promise<StoredReply>): Promise<Response> {
      const pending = inFlight.get(request.name)
      if (pending !== undefined) {
        return pending.bodyDigest === request.bodyDigest
          ? toResponse(await pending.reply)
          : anotherBody()
      }
      if (refused.has(request.name)) return notSent(503, 'not-recorded', NOT_RECORDED)
      const unwrittenReply = unwritten.of(request.name)
      if (unwrittenReply !== undefined) return repeated(unwrittenReply, request)
      let entry: IdempotencyEntry | undefined
      try {
        entry = store.begin(request)
      } catch (error) {
        reportError(error)
        refuseFromNowOn(request.name)
        return notSent(503, 'not-recorded', NOT_RECORDED)
      }
      if (entry !== undefined) return repeated(entry, request)
      const reply = finish(request, send())
      inFlight.set(request.name, { bodyDigest: request.bodyDigest, reply })
      return toResponse(await reply)
    },

    /** What is known of a request. @param read looks it up in the store */
    stateOf(name: string, read: (name: string) => IdempotencyEntry | undefined): IdempotencyState {
      if (inFlight.has(name)) return { state: 'in-flight' }
      const entry = unwritten.of(name) ?? read(name)
      if (entry === undefined || entry.state === 'cancelled') {
        return {
          state: 'not-forwarded',
          coversMs: store.coversMs(),
          givenUp: entry !== undefined,
        }
      }
      return entry.state === 'done' ? { state: 'done', reply: entry.reply } : { state: 'unknown' }
    },
  }
}

/** Sends a creation to the Task API. Never throws: once this is called, the task may exist. */
async function forward(
  request: Request,
  body: string,
  { taskApi, reportError }: Pick<CreationsOnceOptions, 'taskApi' | 'reportError'>,
): Promise<StoredReply> {
  const headers = new Headers(request.headers)
  headers.delete(IDEMPOTENCY_HEADER)
  let response: Response
  try {
    // Without the browser's abort signal: the creation goes on when the browser leaves.
    response = await taskApi.fetch(new Request(request.url, { method: 'POST', headers, body }))
  } catch (error) {
    reportError(error)
    return ownReply(502, 'host-error', `The Task API failed to answer. ${MAY_EXIST}`)
  }
  // Ignores the announced length: reading the body is what cancels the rest of one that is too long.
  const answered = await readBoundedBody(response.body, null, MAX_CREATION_REPLY_BYTES)
  if (!answered.ok) {
    const isTooLarge = answered.problem === 'too-large'
    const problem = isTooLarge ? 'is too large' : 'broke off'
    const finding = isTooLarge ? 'too-large' : 'broken-off'
    return ownReply(502, finding, `The answer of the Task API ${problem}. ${MAY_EXIST}`)
  }
  return relayable({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    notSent: response.headers.has(NOT_SENT_HEADER),
    finding: readHostFinding(response.headers.get(HOST_FINDING_HEADER)),
    body: new TextDecoder().decode(Buffer.concat(answered.chunks)),
  })
}

/** The answer to a request that was recorded before and is not in flight in this process. */
function repeated(entry: IdempotencyEntry, request: IdempotentRequest): Response {
  if (entry.state === 'cancelled') return notSent(503, 'given-up', CANCELLED)
  if (entry.bodyDigest !== request.bodyDigest) return anotherBody()
  if (entry.state === 'done') return toResponse(entry.reply)
  const lost = `The host did not learn what became of this creation. ${MAY_EXIST}`
  return hostResponse(502, 'outcome-lost', lost)
}

function notSent(status: number, finding: HostFinding, message: string): Response {
  return hostResponse(status, finding, message, { [NOT_SENT_HEADER]: '1' })
}

function anotherBody(): Response {
  return hostResponse(
    422,
    'not-allowed',
    `The header ${IDEMPOTENCY_HEADER} names a creation with another body; this one was not sent.`,
  )
}

function ownReply(status: number, finding: HostFinding, message: string): StoredReply {
  const body = JSON.stringify(errorEnvelope(status, message))
  return { status, retryAfter: null, notSent: false, finding, body }
}

/** Replaces replies that must not reach a browser: statuses that it would send again on, or that have no body. */
function relayable(reply: StoredReply): StoredReply {
  const { status } = reply
  if (isSentAgainOn(status))
    return ownReply(504, 'timeout', `${gaveUpWaiting(status)} ${MAY_EXIST}`)
  // These statuses have no body.
  if (status < 200 || status === 204 || status === 205 || status === 304) {
    return ownReply(502, 'odd-status', `The Task API answered with HTTP ${status}. ${MAY_EXIST}`)
  }
  return reply
}

function toResponse({
  status,
  retryAfter,
  notSent: wasNotSent,
  finding,
  body,
}: StoredReply): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
      ...(wasNotSent && { [NOT_SENT_HEADER]: '1' }),
      ...(finding !== null && { [HOST_FINDING_HEADER]: finding }),
    },
  })
}
