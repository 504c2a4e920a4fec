import { MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { errorReply } from '#local-api/replies.ts'

/** A body's JSON, or the reply that says why there is none. */
type JsonBody = { ok: true; json: unknown } | { ok: false; reply: Response }

/**
 * Reads a request's body as JSON: 415 unless its content type is application/json, 413 beyond
 * MAX_REQUEST_BYTES (also where no length was announced), 400 where it is not JSON or its sender
 * went away in the middle.
 */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return refuse(415, 'Content-Type must be application/json')
  }
  const bytes = await readBounded(request)
  if (bytes === 'too-large') {
    return refuse(413, `the body must not be larger than ${MAX_REQUEST_BYTES} bytes`)
  }
  if (bytes === 'broken-off') return refuse(400, 'the body did not arrive whole')
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { ok: true, json }
  } catch {
    return refuse(400, 'the body is not valid JSON')
  }
}

function refuse(status: number, message: string): JsonBody {
  return { ok: false, reply: errorReply(status, message) }
}

/** The body's bytes, or why they were not read to the end. */
async function readBounded(request: Request): Promise<Uint8Array | 'too-large' | 'broken-off'> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_REQUEST_BYTES) return 'too-large'
  const body: ReadableStream<Uint8Array> | null = request.body
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.byteLength
      // Leaving the loop cancels the stream.
      if (length > MAX_REQUEST_BYTES) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return Buffer.concat(chunks)
}
