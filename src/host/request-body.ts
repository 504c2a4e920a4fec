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
  return body.ok
    ? { request, operation, apiKey, body: body.text }
    : bodyRefusal(body.problem, MAX_REQUEST_BYTES)
}

/** A request's body as text (UTF-8), or why there is none. */
type BodyReading = { ok: true; text: string } | { ok: false; problem: BodyProblem }

type BodyProblem = 'too-large' | 'broken-off' | 'not-text'

/**
 * Reads a body up to a size and no further, regardless of its Content-Length.
 *
 * @param maxBytes largest size that is accepted
 * @param bytes in the place of the request's own body
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  bytes: BodyBytes | null = request.body,
): Promise<BodyReading> {
  const announced = request.headers.get('content-length')
  const body = await readBoundedBody(bytes, announced, maxBytes)
  if (!body.ok) return body
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return { ok: true, text: decoder.decode(Buffer.concat(body.chunks)) }
  } catch {
    return { ok: false, problem: 'not-text' }
  }
}

/** The answer to a body that could not be read. @param maxBytes the limit that it was read with */
export function bodyRefusal(problem: BodyProblem, maxBytes: number): Response {
  switch (problem) {
    case 'too-large':
      return hostResponse(413, 'not-allowed', `The body is larger than ${maxBytes} bytes.`)
    case 'broken-off':
      return hostResponse(400, 'not-allowed', 'The body did not arrive whole.')
    case 'not-text':
      return hostResponse(400, 'not-allowed', 'The body is not JSON.')
  }
}
