import { createHmac } from 'node:crypto'

import {
  IDEMPOTENCY_HEADER,
  type IdempotencyState,
  isIdempotencyKey,
  MAX_CREATION_REPLY_BYTES,
  type StoredReply,
} from '#contract/idempotency.ts'
import { HOST_ERROR_CODE_HEADER, readHostErrorCode } from '#contract/host-error-code.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import { readBoundedBody } from '#contract/requests.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import { type ForwardOnceOptions, forwardOnce } from '#host/idempotency/forward-once.ts'
import { keyMissing, type TaskApi, type TaskRequest } from '#host/task-api.ts'
import { MAY_EXIST, notSent, NOTHING_SENT, ownReply } from '#host/idempotency/own-replies.ts'

/** A Task API that receives each creation with an idempotency key at most once, and what is known of each. */
export type IdempotentApi = ReturnType<typeof withIdempotency>

/** Where creations are forwarded to, and where they are recorded. */
export interface IdempotencyOptions extends ForwardOnceOptions {
  taskApi: TaskApi
  /** called with every failure of the store, and of the Task API itself; `requestId`: see REQUEST_ID_HEADER */
  reportError: (error: unknown, requestId?: string) => void
}

/**
 * Stands in front of a Task API. A creation with an idempotency key is recorded, then forwarded once, and
 * completes even if its browser goes away. A repeat with the same key gets the same reply. All other
 * requests pass through, and so do creations without the header: their sender knows what a repeat means.
 */
export function withIdempotency({ taskApi, reportError: report, ...options }: IdempotencyOptions) {
  const { store, countEvent } = options
  const { replyTo, stateOf, ...once } = forwardOnce(options)

  async function create(asked: TaskRequest): Promise<Response> {
    const { request, apiKey, body, requestId } = asked
    if (apiKey === undefined || body === undefined) return keyMissing()
    const idempotencyKey = request.headers.get(IDEMPOTENCY_HEADER) ?? ''
    if (!isIdempotencyKey(idempotencyKey)) {
      const problem = `The header ${IDEMPOTENCY_HEADER} must be a UUID. ${NOTHING_SENT}`
      return toResponse(notSent(400, 'not-allowed', problem))
    }
    const name = idempotencyName(apiKey, idempotencyKey)
    const recorded = { name, bodyDigest: bodyDigest(apiKey, body) }
    const reportError = (error: unknown) => report(error, requestId)
    const send = async () => {
      // Without `clientSignal`: the creation continues when the browser disconnects.
      const sending = { ...asked, clientSignal: undefined }
      const received = await forward(taskApi, sending, reportError)
      // The reply is stored, and the service may have repeated the key in it.
      return { ...received, body: jsonWithoutKey(received.body, apiKey) }
    }
    return toResponse(await replyTo(recorded, send, reportError))
  }

  return {
    ...once,
    fetch: (asked: TaskRequest) =>
      asked.operation === 'createPosterTask' && asked.request.headers.has(IDEMPOTENCY_HEADER)
        ? create(asked)
        : taskApi.fetch(asked),
    /** What is known of a creation. @throws if the store cannot be read */
    stateOf: (apiKey: string, idempotencyKey: string) =>
      stateOf(idempotencyName(apiKey, idempotencyKey), (name) => store.read(name)),
    /**
     * What is known of a creation. One that has not been forwarded yet never will be after this call.
     *
     * @throws if this can be neither read nor written
     */
    async cancel(apiKey: string, idempotencyKey: string): Promise<IdempotencyState> {
      const name = idempotencyName(apiKey, idempotencyKey)
      const state = await stateOf(name, () => store.readOrCancel(name))
      if (state.state === 'not-forwarded') countEvent?.('cancelled')
      return state
    },
  }
}

/** Sends a creation to the Task API. Never throws: once this is called, the task may exist. */
async function forward(
  taskApi: TaskApi,
  asked: TaskRequest,
  reportError: (error: unknown) => void,
): Promise<StoredReply> {
  let response: Response
  try {
    response = await taskApi.fetch(asked)
  } catch (error) {
    reportError(error)
    return ownReply(502, 'host-error', `The Task API failed to answer. ${MAY_EXIST}`)
  }
  // Without the announced length: only a body that is read is cancelled when it turns out to be too long.
  const answered = await readBoundedBody(response.body, null, MAX_CREATION_REPLY_BYTES)
  if (!answered.ok) {
    const isTooLarge = answered.problem === 'too-large'
    const problem = isTooLarge ? 'is too large' : 'broke off'
    const code = isTooLarge ? 'too-large' : 'broken-off'
    return ownReply(502, code, `The answer of the Task API ${problem}. ${MAY_EXIST}`)
  }
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    notSent: response.headers.has(NOT_SENT_HEADER),
    hostErrorCode: readHostErrorCode(response.headers.get(HOST_ERROR_CODE_HEADER)),
    body: new TextDecoder().decode(Buffer.concat(answered.chunks)),
  }
}

function toResponse({
  status,
  retryAfter,
  notSent: wasNotSent,
  hostErrorCode,
  body,
}: StoredReply): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
      ...(wasNotSent && { [NOT_SENT_HEADER]: '1' }),
      ...(hostErrorCode !== null && { [HOST_ERROR_CODE_HEADER]: hostErrorCode }),
    },
  })
}

/** The name under which a creation is recorded. Only someone with the API key can compute it. */
export function idempotencyName(apiKey: string, idempotencyKey: string): string {
  // A UUID is the same in either letter case. 'attempt' is an earlier term, which recorded names depend on.
  return digest(apiKey, 'attempt', idempotencyKey.toLowerCase())
}

/** Differs between two bodies that are sent with one idempotency key. */
export function bodyDigest(apiKey: string, body: string): string {
  return digest(apiKey, 'body', body)
}

function digest(apiKey: string, purpose: string, text: string): string {
  return createHmac('sha256', apiKey).update(`${purpose}\n${text}`).digest('base64url')
}
