import type { StoredReply } from '#contract/idempotency.ts'
import { isSuccessCode, readCodeWord, readEnvelope, readServiceWords } from '#contract/envelope.ts'
import { strictJson } from '#contract/record.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import { ApiError, failureOfRefusal, readRetryAfter } from '#web/api/api-error.ts'
import { parseExactJson } from '#contract/exact-json.ts'
import { type Caller, exchange, HAS_HOST, readRawReply, replyOf } from '#web/api/exchange.ts'
import { operationUrl, type RequestResult, sendRequest } from '#web/api/send.ts'

/** The options of one call of an operation. */
export interface CallOptions {
  /** the query with its `?`, or '' */
  query?: string
  /** sent as JSON */
  body?: object
  /** further headers, only for our host: the service defines none */
  hostHeaders?: Readonly<Record<string, string>>
  /** aborts only this call */
  signal?: AbortSignal
}

/**
 * Takes the result of the same request, if it was sent before.
 *
 * @param cancel of the request that would be sent otherwise
 * @returns undefined if it was not sent; it resolves to undefined if the result is too old
 */
export type TakeResult = (
  apiKey: string,
  url: string,
  cancel: AbortSignal,
) => Promise<RequestResult | undefined> | undefined

/** What an operation has answered. */
export interface OperationResult {
  /** the data of the envelope, not validated */
  data: unknown
  /** when the reply arrived, in milliseconds since the epoch */
  arrivedAt: number
}

/**
 * Reads with an operation of the Task API.
 *
 * @param takeResult of a request that was sent before
 * @throws ApiError for everything but a success envelope
 */
export async function callOperation(
  caller: Caller,
  name: OperationName,
  options: Pick<CallOptions, 'query' | 'signal'> = {},
  takeResult?: TakeResult,
): Promise<OperationResult> {
  const url = operationUrl(name, options.query ?? '')
  const cancel = cancelOf(caller, options)
  const taking = takeResult?.(caller.apiKey, url, cancel)
  const result = (taking && (await taking)) ?? (await sendRequest(url, caller.apiKey, cancel))
  const { arrivedAt } = result
  return { data: readReply(readRawReply(replyOf(result), caller.apiKey), arrivedAt), arrivedAt }
}

function cancelOf(caller: Caller, { signal }: CallOptions): AbortSignal {
  return AbortSignal.any([caller.signal, ...(signal === undefined ? [] : [signal])])
}

/**
 * Sends the request of an operation. All requests to the service go through this function, except for that of the script of the page. The
 * key is not sent to the target of a redirect.
 *
 * @returns the reply, not parsed
 * @throws ApiError if no complete reply arrived
 */
export async function sendOperation(
  caller: Caller,
  name: OperationName,
  options: CallOptions = {},
): Promise<StoredReply> {
  const { query = '', body, hostHeaders } = options
  return exchange(operationUrl(name, query), caller.apiKey, cancelOf(caller, options), {
    method: operations[name].method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(HAS_HOST && hostHeaders),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

/**
 * Parses a reply of the service: a new one, or one that our host has kept.
 *
 * @param at the time of the reply, or its earliest possible time; in milliseconds since the epoch
 * @returns the data of the envelope, not validated
 * @throws ApiError for everything but a success envelope
 */
export function readReply(
  { status, retryAfter, notSent, hostErrorCode, body, requestId }: StoredReply,
  at: number = Date.now(),
): unknown {
  const json = parseJson(body)
  const reply = readEnvelope(status, json)
  switch (reply.kind) {
    case 'success':
      return reply.data
    case 'unreadable': {
      const issue = json === undefined ? 'not-json' : 'not-an-envelope'
      const message = readServiceWords(json)
      throw new ApiError({
        kind: 'unreadable',
        issue,
        ...(message !== '' && { message }),
        requestId,
      })
    }
    case 'refused': {
      const refusal = failureOfRefusal({
        status,
        code: reply.code,
        word: readCodeWord(json),
        message: readServiceWords(json),
        retryAt: readRetryAfter(retryAfter, at),
        notSent,
        hostErrorCode,
      })
      throw new ApiError({ ...refusal, requestId })
    }
  }
}

/**
 * Calls an endpoint of our host about something that belongs to an account.
 *
 * @param method GET reads, DELETE cancels
 * @returns the JSON of its answer
 * @throws ApiError if there is no usable answer
 */
export async function askHost(
  caller: Caller,
  method: 'GET' | 'DELETE',
  path: string,
): Promise<unknown> {
  const reply = await exchange(path, caller.apiKey, caller.signal, { method })
  const json = isSuccessCode(reply.status) ? parseJson(reply.body) : undefined
  // Our host sends its failures as envelopes, too.
  return json ?? readReply(reply)
}

/** Parses a body without rounding integers; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    const json = strictJson(text)
    return json === undefined ? undefined : parseExactJson(json)
  }
}
