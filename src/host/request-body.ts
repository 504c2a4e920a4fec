/** A request's body as text (UTF-8), or why there is none. */
export type BodyReading =
  | { ok: true; text: string }
  | { ok: false; problem: 'too-large' | 'broken' }

/**
 * Reads a body up to a size and no further, whatever its Content-Length says.
 *
 * @param maxBytes largest size that is accepted
 */
export async function readBody(request: Request, maxBytes: number): Promise<BodyReading> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    return { ok: false, problem: 'too-large' }
  }
  if (request.body === null) return { ok: true, text: '' }
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    const stream: AsyncIterable<Uint8Array> = request.body
    for await (const chunk of stream) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) return { ok: false, problem: 'too-large' }
      chunks.push(chunk)
    }
  } catch {
    // The browser left in the middle.
    return { ok: false, problem: 'broken' }
  }
  return { ok: true, text: new TextDecoder().decode(Buffer.concat(chunks)) }
}
