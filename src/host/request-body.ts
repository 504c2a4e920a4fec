import { bearerKey } from '#contract/authentication.ts'
import { API_BASE, findOperation, MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { type BodyBytes, readBoundedBody } from '#contract/requests.ts'
import { hostResponse, pathOf, type TaskRequest } from '#host/task-api.ts'

/** Reads a request for the Task API. @param bytes in the place of the request's own body @returns also the refusal of a body */
export async function readTaskRequest(
  request: Request,
  bytes?: BodyBytes,
): Promise<TaskRequest | Response> {
  const operation = findOperation(request.method, pathOf(request).slice(API_BASE.length))
  const apiKey = bearerKey(request.headers.get('authorization') ?? undefined)
  // Without a key, what is in a body does not matter.
  if (operation !== 'createPosterTask' || apiKey === undefined)
    return { request, operation, apiKey }
  const body = await readBody(request, MAX_REQUEST_BYTES, bytes)
  return body instanceof Response ? body : { request, operation, apiKey, body }
}

/**
 * Reads a body up to a size and no further, regardless of its Content-Length.
 *
 * @param maxBytes largest size that is accepted
 * @param bytes in the place of the request's own body
 * @returns its text (UTF-8), or the refusal
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  bytes: BodyBytes | null = request.body,
): Promise<string | Response> {
  const body = await readBoundedBody(bytes, request.headers.get('content-length'), maxBytes)
  if (!body.ok) {
    return body.problem === 'too-large'
      ? hostResponse(413, 'not-allowed', `The body is larger than ${maxBytes} bytes.`)
      : hostResponse(400, 'not-allowed', 'The body did not arrive whole.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(body.chunks))
  } catch {
    return hostResponse(400, 'not-allowed', 'The body is not JSON.')
  }
}
