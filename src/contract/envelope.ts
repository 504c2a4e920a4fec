import { isNoError, isNothing } from '#contract/nothing.ts'
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
  | { kind: 'success'; data: unknown }
  /** code: of the envelope, or the HTTP status if it has none */
  | { kind: 'refused'; code: number }
  | { kind: 'unreadable' }

/**
 * Decides whether a reply is a success, a refusal or unreadable (spec: "Response envelope",
 * "Errors"). A success needs HTTP 2xx and an envelope code of 200 to 299. What a refusal says is read by readServiceWords.
 *
 * @param httpStatus the HTTP status code
 * @param body the parsed JSON, or undefined if there was none
 */
export function readEnvelope(httpStatus: number, body: unknown): Reply {
  if (isSuccess(httpStatus, body)) return { kind: 'success', data: body['data'] }
  const code = readCode(body)
  const isRefusal = typeof code === 'number' && !isSuccessCode(code)
  if (!isSuccessCode(httpStatus)) return { kind: 'refused', code: isRefusal ? code : httpStatus }
  if (isRefusal) return { kind: 'refused', code }
  // A gateway has turned the status of the service into 200, or the service has words for codes.
  return isRecord(body) && (code !== undefined || saysError(body))
    ? { kind: 'refused', code: errorStatus(body) ?? httpStatus }
    : { kind: 'unreadable' }
}

/** Whether the HTTP status and the code of a reply both say success. */
export function isSuccess(
  httpStatus: number,
  body: unknown,
): body is Readonly<Record<string, unknown>> {
  const code = readCode(body)
  if (code === undefined || !isSuccessCode(httpStatus)) return false
  return typeof code === 'number' ? isSuccessCode(code) : isNoError(code)
}

/**
 * The code of an envelope: a whole number, or a word such as "IMAGE_TOO_SMALL". Some services write numbers as text.
 *
 * @returns undefined if it has none
 */
export function readCode(body: unknown): number | string | undefined {
  const code = isRecord(body) ? body['code'] : undefined
  if (isInteger(code)) return code
  if (typeof code !== 'string') return undefined
  const text = code.trim()
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  return /^[a-z]/i.test(text) && !isNothing(text) ? text : undefined
}

/** Whether a body without a code says that the request failed. Its other fields may say anything. */
function saysError(body: Readonly<Record<string, unknown>>): boolean {
  const { error, errors, detail, success, ok } = body
  if (success === false || ok === false || errorStatus(body) !== undefined) return true
  // FastAPI lists what is wrong with a request. A text there may be about anything.
  return [error, errors].some(isSomething) || (Array.isArray(detail) && isSomething(detail))
}

function isSomething(value: unknown): boolean {
  if (typeof value === 'string') return !isNoError(value)
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** The HTTP status that a body names (RFC 9457, "status"), if it is one of an error. */
function errorStatus(body: Readonly<Record<string, unknown>>): number | undefined {
  const { error } = body
  const named = [
    body['status'],
    body['status_code'],
    body['statusCode'],
    isRecord(error) ? error['code'] : undefined,
  ]
  return named.find(
    (status): status is number => isInteger(status) && status >= 400 && status < 600,
  )
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Whether a status or code means success. */
export function isSuccessCode(code: number): boolean {
  return code >= 200 && code < 300
}
