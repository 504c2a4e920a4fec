import { createHmac } from 'node:crypto'

/** One submission with its body, in a form that reveals neither the API key, nor the id, nor the body. */
export interface IdempotentRequest {
  name: string
  bodyDigest: string
}

/** The name of a submission. Only the owner of the API key can compute or recognise it. */
export function idempotencyName(apiKey: string, idempotencyKey: string): string {
  // A UUID is the same in either letter case.
  return digest(apiKey, 'attempt', idempotencyKey.toLowerCase())
}

/** Differs between two bodies that are sent with one idempotency key. */
export function bodyDigest(apiKey: string, body: string): string {
  return digest(apiKey, 'body', body)
}

function digest(apiKey: string, purpose: string, text: string): string {
  return createHmac('sha256', apiKey).update(`${purpose}\n${text}`).digest('base64url')
}
