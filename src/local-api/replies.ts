import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'

type Headers = Readonly<Record<string, string>>

/** A reply with a body as it is, JSON unless the headers say otherwise. It must not be cached, as it holds data of an account. */
export function rawReply(
  body: string | ReadableStream<Uint8Array>,
  status = 200,
  headers: Headers = {},
): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/** A reply with a JSON body. */
export function jsonReply(status: number, body: unknown, headers?: Headers): Response {
  return rawReply(JSON.stringify(body), status, headers)
}

/** HTTP 200 with the success envelope. */
export function successReply(data: unknown): Response {
  return jsonReply(200, successEnvelope(data))
}

/** An HTTP error with the same code in the envelope (spec: "Errors"; error bodies: not shown). */
export function errorReply(status: number, message: string, headers?: Headers): Response {
  return jsonReply(status, errorEnvelope(status, message), headers)
}
