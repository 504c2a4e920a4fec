import { isJson } from '#contract/strict-json.ts'

/** Replaces the key. */
export const KEY_PLACE = '<API_KEY>'

/** A key with at least this many letters and digits is found by these alone, with any formatting between them. */
const LONG_KEY = 12

/** One character as JSON, an address, HTML or CSV write it; and tags, which are none. Bounded: a text may be of backslashes alone. */
const ESCAPE =
  /\\{1,15}u([\dA-Fa-f]{4})|%(?:25){0,3}([\dA-Fa-f]{2})|&#x([\dA-Fa-f]{1,5});|&#(\d{1,6});|\\{1,15}[bfnrt]|\\{1,15}(["'/\\])|"(")|&(amp|apos|gt|lt|quot);|&[A-Za-z]{2,8};|<[^<>]{1,60}>/g

const NAMED: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

/** A soft hyphen: formatting without a width. */
const NOTHING = '\u00AD'

/** Some characters of a text, and their positions. */
interface Range {
  start: number
  end: number
}

/** A character as a person reads it. */
interface Unit extends Range {
  character: string
}

/** A way to write the key. */
interface Spelling {
  /** what of it counts */
  needle: string
  /** marks before and behind that */
  head: string
  tail: string
  /** what may stand between that */
  ignored: RegExp
}

/**
 * Replaces a key in a text by KEY_PLACE. It finds the key in plain form, escaped for JSON, HTML, CSV or an
 * address, and split by formatting such as blanks, hyphens and tags.
 *
 * @param apiKey '' leaves the text unchanged
 */
export function withoutKey(text: string, apiKey: string): string {
  const spellings = spellingsOf(apiKey)
  if (!mayContain(text, spellings)) return text
  // \n is a line break in JSON, but two characters of a path elsewhere. Both readings are searched.
  const ranges = [[...plainUnits(text)], [...readUnits(text)]].flatMap((units) =>
    spellings.flatMap((spelling) => rangesOf(spelling, units)),
  )
  let result = ''
  let copied = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= copied) result += text.slice(copied, start) + KEY_PLACE
    copied = Math.max(copied, end)
  }
  return result + text.slice(copied)
}

/**
 * Replaces a key in the strings of a JSON text. Everything else stays exactly as it is written, including
 * all digits of numbers.
 *
 * @param body if it is not JSON, it is treated as plain text
 */
export function jsonWithoutKey(body: string, apiKey: string): string {
  if (!mayContain(body, spellingsOf(apiKey))) return body
  if (!isJson(body)) return withoutKey(body, apiKey)
  return body.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, (token) => {
    const string = String(JSON.parse(token))
    const redacted = withoutKey(string, apiKey)
    return redacted === string ? token : JSON.stringify(redacted)
  })
}

/** How a key is looked for: as it is written, and as it is read where it holds an escape itself. */
function spellingsOf(apiKey: string): readonly Spelling[] {
  if (apiKey === '') return []
  return [...new Set([apiKey, read(apiKey)])].map((key) => {
    const letters = key.replaceAll(/[^\p{L}\p{N}]/gu, '')
    return letters.length < LONG_KEY
      ? { needle: key, head: '', tail: '', ignored: /\p{Cf}/gu }
      : {
          needle: letters,
          head: /^[^\p{L}\p{N}]*/u.exec(key)?.[0] ?? '',
          tail: /[^\p{L}\p{N}]*$/u.exec(key)?.[0] ?? '',
          ignored: /[^\p{L}\p{N}]/gu,
        }
  })
}

/** Whether a text may hold a key. Fast, because hardly any text does. */
function mayContain(text: string, spellings: readonly Spelling[]): boolean {
  if (spellings.length === 0) return false
  const asRead = read(text)
  return spellings.some(
    (spelling) =>
      mayContainSpelling(text, spelling) ||
      (asRead !== text && mayContainSpelling(asRead, spelling)),
  )
}

/** Whether a text has the characters of a key one after the other, with nothing between them but what is ignored. */
function mayContainSpelling(text: string, { needle, ignored }: Spelling): boolean {
  const between = new RegExp(`(?:${ignored.source})+`, 'uy')
  const first = needle.charAt(0)
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    let found = 1
    between.lastIndex = start + 1
    for (let at = start + 1; found < needle.length; at = between.lastIndex) {
      if (text.charAt(at) === needle.charAt(found)) {
        found += 1
        between.lastIndex = at + 1
      } else if (!between.test(text)) break
    }
    if (found === needle.length) return true
  }
  return false
}

/** The text with the characters that its escapes stand for. */
function read(text: string): string {
  return text.replaceAll(ESCAPE, (_escape, ...captured) => characterOf(captured))
}

/** The character that an escape stands for, by what ESCAPE has captured of it. */
function characterOf(captured: readonly unknown[]): string {
  const [json, percent, hex, decimal, quoted, doubled, named] = captured.map((one) =>
    typeof one === 'string' ? one : undefined,
  )
  const digits = json ?? percent ?? hex
  if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
  return quoted ?? doubled ?? NAMED[named ?? ''] ?? NOTHING
}

/** The characters of a text, one after the other as they are written. */
function* plainUnits(text: string, from = 0): Generator<Unit> {
  let start = from
  for (const character of text) {
    yield { character, start, end: start + character.length }
    start += character.length
  }
}

/** The characters of a text, with those that its escapes stand for. */
function* readUnits(text: string): Generator<Unit> {
  let done = 0
  for (const match of text.matchAll(ESCAPE)) {
    const [escape, ...captured] = match
    yield* plainUnits(text.slice(done, match.index), done)
    done = match.index + escape.length
    yield { character: characterOf(captured), start: match.index, end: done }
  }
  yield* plainUnits(text.slice(done), done)
}

/** Where a text holds a key, with the marks that the key begins and ends with. */
function rangesOf({ head, needle, tail, ignored }: Spelling, units: readonly Unit[]): Range[] {
  // What counts, and for each UTF-16 code of it the unit that it comes from.
  let counted = ''
  const origins: number[] = []
  for (const [index, { character }] of units.entries()) {
    if (character.replace(ignored, '') === '') continue
    counted += character
    for (let code = 0; code < character.length; code += 1) origins.push(index)
  }
  const spell = (from: number, to: number) =>
    units
      .slice(Math.max(from, 0), to)
      .map(({ character }) => character)
      .join('')
  const ranges: Range[] = []
  for (let at = counted.indexOf(needle); at >= 0; at = counted.indexOf(needle, at + 1)) {
    const first = origins[at] ?? 0
    const last = origins[at + needle.length - 1] ?? 0
    const start = spell(first - head.length, first) === head ? first - head.length : first
    const end = spell(last + 1, last + 1 + tail.length) === tail ? last + tail.length : last
    ranges.push({ start: units[start]?.start ?? 0, end: units[end]?.end ?? 0 })
  }
  return ranges
}
