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
function isSuccess(httpStatus: number, body: unknown): body is Readonly<Record<string, unknown>> {
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
  const statuses = [
    body['status'],
    body['status_code'],
    body['statusCode'],
    isRecord(error) ? error['code'] : undefined,
  ]
  return statuses.find(
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

/**
 * The fields in which services say why they refuse, in the order in which they are shown. Case, "_" and "-" of a name do not
 * count. `title` and `detail` are those of RFC 9457, a list in `detail` is that of FastAPI, a map in `errors` that of Laravel and Rails.
 */
const WORDS =
  'title message msg errormessage errormsg errmsg text detail details errordescription description reason ' +
  'errors violations invalidparams issues error err data result'

/** Where a list of problems names the field of each. FastAPI has a path: ["body", "image_url"]. */
const FIELD_NAME = /^(?:loc|field|param|parameter|property|propertypath|pointer|name)$/

/** These have other fields, too, which are no words. */
const PAYLOADS: ReadonlySet<string> = new Set(['data', 'result'])

/** A text in these is a short name of the problem, such as "Bad Request". It counts if there is nothing else. */
const NAMES: ReadonlySet<string> = new Set(['error', 'err'])

/** More nested, and more in one list, is no message. */
const DEEPEST = 5
const MOST = 20

/** A code that is a word: "IMAGE_TOO_SMALL". */
const codeWord = /^[a-z][\w.-]{0,63}$/i

/**
 * What a service says in the body of a refusal (spec: "Errors", error bodies: not shown).
 *
 * @returns '' if it says nothing
 */
export function readServiceWords(body: unknown): string {
  const words: string[] = []
  for (const text of wordsOf(body, 0)) {
    if (!words.some((known) => known.includes(text))) words.push(text)
  }
  return words.join('; ')
}

/** The code of a refusal, if it is a word. */
export function readCodeWord(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const { error } = body
  const codes = [body['code'], body['error_code'], ...(isRecord(error) ? [error['code']] : [])]
  return codes.find((code): code is string => typeof code === 'string' && codeWord.test(code))
}

/** Whether a field of a reply holds words, and nothing that tells of a result. */
export function isWordField(name: string): boolean {
  const plain = plainName(name)
  return WORDS.split(' ').includes(plain) && !PAYLOADS.has(plain)
}

function wordsOf(value: unknown, depth: number, isPayload = false): string[] {
  if (typeof value === 'string') {
    const text = withoutTerminalCodes(value)
    return isNoError(text) ? [] : [text]
  }
  if (depth === DEEPEST || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.slice(0, MOST).flatMap((one: unknown) => wordsOf(one, depth + 1))
  }
  const fields = Object.entries(value).map(([name, inner]) => [plainName(name), inner] as const)
  const words: string[] = []
  for (const wanted of WORDS.split(' ')) {
    for (const [name, inner] of fields) {
      if (name !== wanted) continue
      if (NAMES.has(name) && typeof inner === 'string' && words.length > 0) continue
      words.push(...wordsOf(inner, depth + 1, PAYLOADS.has(name)))
    }
  }
  if (words.length > 0) return named(fieldOf(fields), words)
  // A map of the fields of the request: {"image_url": ["is not reachable"]}.
  if (isPayload || depth === 0) return []
  return Object.entries(value)
    .slice(0, MOST)
    .flatMap(([name, inner]) => named(name, wordsOf(inner, depth + 1)))
}

function named(name: string, words: readonly string[]): string[] {
  return words.map((text, index) => (index === 0 && name !== '' ? `${name}: ${text}` : text))
}

function fieldOf(fields: readonly (readonly [string, unknown])[]): string {
  const [, value] = fields.find(([name]) => FIELD_NAME.test(name)) ?? []
  const path: readonly unknown[] = Array.isArray(value) ? value : [value]
  return path
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .filter((part) => part !== 'body' && part !== '')
    .join('.')
}

function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/**
 * Texts that mean "nothing" in any field of a record: a program has turned the "no value" of its own language into text, or a
 * person has typed it. No task ID, address, status or failure reads like this. The only such list.
 */
const NOTHING = [
  'null', // Java, JavaScript, PHP, SQL; "(null)" in C, "<null>" in Objective-C
  'none', // Python
  'nil', // Ruby and Lua; "<nil>" in Go
  'undefined|false', // JavaScript, and PHP where something was not found
  'nan', // a missing cell in pandas
  'n/?a', // people; a missing cell in R and in spreadsheets
  '[-–—]+', // people, and tables
  '无|空|暂无', // the same words in Chinese
]

/** The same for an error message alone: there was no error (spec: "Video task record", error_msg). */
const NO_ERROR = [
  'ok|okay|success|successful|successfully|succeeded|done|completed', // the message of a result is always set
  'no errors?|no_error|noerror', // names of code 0 in C and C++
  '0|200', // the code of a success
  '(?:操作|处理|请求|执行|生成|任务)?成功|正常|无错误', // the same words in Chinese
]

/**
 * What may stand around such a word: blanks, characters without a width, quotes, the brackets of an empty list or object,
 * and a full stop. Alone it means nothing, too: " ", "[]", "{}", "''".
 */
const AROUND = String.raw`[\s\u00ad\u200b-\u200f\u2060"'()<>[\]{}.。!！]*`

/** No such text is longer, in characters, unless it is blank. It keeps long texts away from the patterns. */
const LONGEST = 40

const nothing = patternOf(NOTHING)
const noError = patternOf(NO_ERROR)

function patternOf(words: readonly string[]): RegExp {
  return new RegExp(`^${AROUND}(?:${words.join('|')})?${AROUND}$`, 'i')
}

/** Whether the text of a field means that the field has no value. */
export function isNothing(text: string): boolean {
  return text.length <= LONGEST ? nothing.test(text) : text.trim() === ''
}

/** Whether an error message says that there was no error. A text that only begins like this is a failure. */
export function isNoError(text: string): boolean {
  return isNothing(text) || (text.length <= LONGEST && noError.test(text))
}

/*
 * Codes with which a program colours its text in a terminal (ECMA-48). A worker that fails writes its log into the message of the
 * task, colours included.
 */

const codes = new RegExp(
  [
    // Colours and moves of the cursor, and the title of the window or a link.
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)`,
    // Another character set, another keypad, and the cursor saved.
    String.raw`\u001b(?:[ -/]{1,4}[0-~]|[=>78])`,
    // Colours whose ESC was written out on the way.
    String.raw`(?:\u241b|\\(?:x1b|u001b|033|e)|\^\[)\[[\d;]{0,40}[mK]`,
  ].join('|'),
  'gi',
)

/** Colours whose ESC was lost on the way: "[31mError[0m". They always end with a reset. */
const bareColours = /\ufffd?\[\d{1,3}(?:;\d{1,3}){0,8}m/g
const bareReset = /\[(?:0|22|39)m/

/** A text without the codes for a terminal. The record as it came has them. */
export function withoutTerminalCodes(text: string): string {
  if (!text.includes('[') && !text.includes('\u001b') && !text.includes('\u009b')) return text
  const plain = text.replaceAll(codes, '')
  return bareReset.test(plain) ? plain.replaceAll(bareColours, '') : plain
}
