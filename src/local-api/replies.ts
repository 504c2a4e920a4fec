import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'

/** A reply with a JSON body. It must not be cached, as it holds data of an account. */
export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/** HTTP 200 with the success envelope. */
export function successReply(data: unknown): Response {
  return jsonReply(200, successEnvelope(data))
}

/** An HTTP error with the same code in the envelope (spec: "Errors"; error bodies: not shown). */
export function errorReply(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return jsonReply(status, errorEnvelope(status, message), headers)
}
