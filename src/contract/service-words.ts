import { isNoError } from '#contract/nothing.ts'
import { isRecord } from '#contract/record.ts'
import { withoutTerminalCodes } from '#contract/terminal-codes.ts'

/**
 * The fields in which services say why they refuse, in the order in which they are shown. Case, "_" and "-" of a name do not
 * count. `title` and `detail` are those of RFC 9457, a list in `detail` is that of FastAPI, a map in `errors` that of Laravel and Rails.
 */
const WORDS = (
  'title message msg errormessage errormsg errmsg text detail details errordescription description reason ' +
  'errors violations invalidparams issues error err data result'
).split(' ')

/** Where a list of problems names the field of each. FastAPI has a path: ["body", "image_url"]. */
const FIELD_NAMES: ReadonlySet<string> = new Set(
  'loc field param parameter property propertypath pointer name'.split(' '),
)

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
  return WORDS.includes(plain) && !PAYLOADS.has(plain)
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
  for (const wanted of WORDS) {
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
  const [, value] = fields.find(([name]) => FIELD_NAMES.has(name)) ?? []
  const path: readonly unknown[] = Array.isArray(value) ? value : [value]
  return path
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .filter((part) => part !== 'body' && part !== '')
    .join('.')
}

function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}
