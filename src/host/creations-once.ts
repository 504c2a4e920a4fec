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

/** A Task API that gets each named creation at most once, and what is known of each. */
export interface CreationsOnce extends TaskApi {
  /** What is known of a creation. @throws where the store cannot be read */
  stateOf(apiKey: string, idempotencyKey: string): IdempotencyState
  /**
   * What became of a creation: where it was not sent on, it never will be from now on.
   *
   * @throws where that can be neither read nor written
   */
  cancel(apiKey: string, idempotencyKey: string): IdempotencyState
}

/** Where creations go, and where they are written down. */
export interface CreationsOnceOptions {
  taskApi: TaskApi
  store: IdempotencyStore
  /** told of every failure of the store, and of the Task API where it fails to answer */
  reportError: (error: unknown) => void
}

const MAY_EXIST = 'The task may have been created.'
const NOTHING_SENT = 'Nothing was sent.'
const CANCELLED = `This creation came after it had been given up. ${NOTHING_SENT}`
const NOT_RECORDED = `The host cannot write down creations at the moment. ${NOTHING_SENT}`

/** How many refused creations are remembered; what is older is on no network any more. */
const MAX_REFUSED = 10_000

/**
 * Stands in front of a Task API: a creation that carries a submission id is written down, then sent on,
 * once, and comes to its end also without its browser. Whatever else comes with that id gets the same
 * reply. Everything else goes straight through, creations without the header too: their sender knows
 * what a repeat is.
 */
export function creationsOnce({
  taskApi,
  store,
  reportError,
}: CreationsOnceOptions): CreationsOnce {
  const inFlight = new Map<string, { bodyDigest: string; reply: Promise<StoredReply> }>()
  // Said to be not sent, but nowhere on disk: a repeat that is still on its way must not prove it wrong.
  const refused = new Set<string>()
  // What the disk did not take; the store goes on to say that there was no reply.
  const unwritten = unwrittenReplies()

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
    // Not written down: after a body that broke off, the browser sends the whole one again.
    if (!body.ok) return bodyRefusal(body.problem, MAX_REQUEST_BYTES)
    const name = idempotencyName(apiKey, idempotencyKey)
    // No await from here to where the creation is known to be in flight.
    return answer({ name, bodyDigest: bodyDigest(apiKey, body.text) }, async () => {
      const reply = await ask(request, body.text)
      // The reply is kept, and may repeat the key.
      return { ...reply, body: jsonWithoutKey(reply.body, apiKey) }
    })
  }

  async function answer(
    submission: IdempotentRequest,
    send: () => Promise<StoredReply>,
  ): Promise<Response> {
    const pending = inFlight.get(submission.name)
    if (pending !== undefined) {
      return pending.bodyDigest === submission.bodyDigest
        ? toResponse(await pending.reply)
        : anotherBody()
    }
    if (refused.has(submission.name)) return notSent(503, 'not-recorded', NOT_RECORDED)
    const unwrittenReply = unwritten.of(submission.name)
    if (unwrittenReply !== undefined) return repeated(unwrittenReply, submission)
    let entry: IdempotencyEntry | undefined
    try {
      entry = store.begin(submission)
    } catch (error) {
      reportError(error)
      refuseFromNowOn(submission.name)
      return notSent(503, 'not-recorded', NOT_RECORDED)
    }
    if (entry !== undefined) return repeated(entry, submission)
    const reply = finish(submission, send())
    inFlight.set(submission.name, { bodyDigest: submission.bodyDigest, reply })
    return toResponse(await reply)
  }

  async function finish(
    submission: IdempotentRequest,
    sent: Promise<StoredReply>,
  ): Promise<StoredReply> {
    const reply = await sent
    try {
      store.finish(submission, reply)
    } catch (error) {
      reportError(error)
      unwritten.add(submission, reply)
    } finally {
      inFlight.delete(submission.name)
    }
    return reply
  }

  /** Sends a creation on. Never throws: from here on it may exist. */
  async function ask(request: Request, body: string): Promise<StoredReply> {
    const headers = new Headers(request.headers)
    headers.delete(IDEMPOTENCY_HEADER)
    let response: Response
    try {
      // Without the browser's signal: its leaving ends nothing.
      response = await taskApi.fetch(new Request(request.url, { method: 'POST', headers, body }))
    } catch (error) {
      reportError(error)
      return ownReply(502, 'host-error', `The Task API failed to answer. ${MAY_EXIST}`)
    }
    // Whatever length it announces: reading it is what cancels the rest.
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

  function refuseFromNowOn(name: string) {
    refused.add(name)
    const [oldest] = refused
    if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest)
  }

  function stateBy(
    read: (name: string) => IdempotencyEntry | undefined,
    name: string,
  ): IdempotencyState {
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
  }

  return {
    fetch(request) {
      const operation = findOperation(request.method, new URL(request.url).pathname)
      return operation === 'createPosterTask' && request.headers.has(IDEMPOTENCY_HEADER)
        ? create(request)
        : taskApi.fetch(request)
    },
    stateOf: (apiKey, idempotencyKey) =>
      stateBy((name) => store.read(name), idempotencyName(apiKey, idempotencyKey)),
    cancel: (apiKey, idempotencyKey) =>
      stateBy((name) => store.readOrCancel(name), idempotencyName(apiKey, idempotencyKey)),
  }
}

/** The answer to a creation that something is written about, though it is not in flight here. */
function repeated(entry: IdempotencyEntry, submission: IdempotentRequest): Response {
  if (entry.state === 'cancelled') return notSent(503, 'given-up', CANCELLED)
  if (entry.bodyDigest !== submission.bodyDigest) return anotherBody()
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

/** The reply as a browser may see it, whatever the Task API says. */
function relayable(reply: StoredReply): StoredReply {
  const { status } = reply
  if (isSentAgainOn(status))
    return ownReply(504, 'timeout', `${gaveUpWaiting(status)} ${MAY_EXIST}`)
  // Statuses that have no body.
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
