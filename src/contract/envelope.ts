import { isRecord } from '#contract/record.ts'

/** The envelope of every response (spec: "Response envelope"). `data` depends on the operation. */
export interface Envelope<Data> {
  code: number
  message: string
  data: Data
}

/** Builds the success envelope; the specification's success example has code 200. */
export function successEnvelope<Data>(data: Data): Envelope<Data> {
  return { code: 200, message: 'success', data }
}

/** Builds an error envelope, whose `data` is null (spec: "Errors"; error bodies: not shown). */
export function errorEnvelope(code: number, message: string): Envelope<null> {
  return { code, message, data: null }
}

/** A reply, read from its HTTP status and its envelope together. */
export type Reply =
  | { kind: 'success'; data: unknown; message: string }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'unreadable' }

/**
 * Decides whether a reply is a success, a refusal or unreadable (spec: "Response envelope",
 * "Errors"). A success needs HTTP 2xx and an envelope code of 200 to 299.
 *
 * @param httpStatus the HTTP status code
 * @param body the parsed JSON, or undefined if there was none
 */
export function readEnvelope(httpStatus: number, body: unknown): Reply {
  const httpOk = isSuccessCode(httpStatus)
  const code = isRecord(body) ? body['code'] : undefined
  if (!isRecord(body) || !isInteger(code)) {
    return httpOk ? { kind: 'unreadable' } : { kind: 'refused', code: httpStatus, message: '' }
  }
  const { data } = body
  // The specification requires `message`, but a reply without one can still be read.
  const message = typeof body['message'] === 'string' ? body['message'] : ''
  if (!httpOk) return { kind: 'refused', code: isSuccessCode(code) ? httpStatus : code, message }
  if (!isSuccessCode(code)) return { kind: 'refused', code, message }
  return { kind: 'success', data, message }
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isSuccessCode(code: number): boolean {
  return code >= 200 && code < 300
}
