import { createHmac } from 'node:crypto'

/** A creation with an idempotency key, in a form that reveals neither the API key, nor the idempotency key, nor the body. */
export interface IdempotentRequest {
  name: string
  bodyDigest: string
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
