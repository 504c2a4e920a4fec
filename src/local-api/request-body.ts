import { MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { type BodyBytes, isJsonMediaType, readBoundedBody } from '#contract/requests.ts'
import { errorReply } from '#local-api/replies.ts'

/** A body's JSON, or the reply that says why it could not be read. */
type JsonBody = { ok: true; json: unknown } | { ok: false; reply: Response }

/**
 * Reads a request's body as JSON: 415 unless its content type is application/json, 413 beyond
 * MAX_REQUEST_BYTES (even without a Content-Length), 400 if it is not JSON or the connection
 * closed before its end.
 *
 * @param bytes in the place of the request's own body
 */
export async function readJsonBody(
  request: Request,
  bytes: BodyBytes | null = request.body,
): Promise<JsonBody> {
  if (!isJsonMediaType(request.headers.get('content-type'))) {
    return refuse(415, 'Content-Type must be application/json')
  }
  const announced = request.headers.get('content-length')
  const body = await readBoundedBody(bytes, announced, MAX_REQUEST_BYTES)
  if (!body.ok) {
    return body.problem === 'too-large'
      ? refuse(413, `the body must not be larger than ${MAX_REQUEST_BYTES} bytes`)
      : refuse(400, 'the body did not arrive whole')
  }
  try {
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(body.chunks)),
    )
    return { ok: true, json }
  } catch {
    return refuse(400, 'the body is not valid JSON')
  }
}

function refuse(status: number, message: string): JsonBody {
  return { ok: false, reply: errorReply(status, message) }
}
