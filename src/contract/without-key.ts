import { isJson } from '#contract/strict-json.ts'

/** Replaces the key. */
export const KEY_PLACE = '<API_KEY>'

/** The names that HTML has for characters of a key. */
const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  "'": 'apos',
  '>': 'gt',
  '<': 'lt',
  '"': 'quot',
}

/**
 * Replaces a key in a text by KEY_PLACE: as it is, and as programs escape it for JSON, HTML, CSV or, once, for an address.
 *
 * @param apiKey '' leaves the text unchanged
 */
export function withoutKey(text: string, apiKey: string): string {
  if (apiKey === '' || !text.includes(unescapedPart(apiKey))) return text
  const spellings = Array.from(apiKey, spellingsOf).join('')
  return text.replaceAll(new RegExp(spellings, 'gu'), KEY_PLACE)
}

/**
 * Replaces a key in the strings of a JSON text. Everything else stays exactly as it is written, including
 * all digits of numbers.
 *
 * @param body if it is not JSON, it is treated as plain text
 */
export function jsonWithoutKey(body: string, apiKey: string): string {
  if (apiKey === '' || !body.includes(unescapedPart(apiKey))) return body
  if (!isJson(body)) return withoutKey(body, apiKey)
  return body.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, (token) => {
    const string = String(JSON.parse(token))
    const redacted = withoutKey(string, apiKey)
    return redacted === string ? token : JSON.stringify(redacted)
  })
}

/** The longest part of a key that no program escapes. Hardly any text has it, and that is found fast. */
function unescapedPart(apiKey: string): string {
  const [longest = ''] = (apiKey.match(/[\dA-Za-z]+/g) ?? []).toSorted(
    (a, b) => b.length - a.length,
  )
  return longest
}

/** A pattern for one character of a key: letters and digits are never escaped. */
function spellingsOf(character: string): string {
  if (/[\dA-Za-z]/.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const plain = String.raw`\u{${code.toString(16)}}`
  const named = HTML_NAMES[character]
  return `(?:${[
    String.raw`\\u0{0,2}${hex}`,
    String.raw`\\${plain}`,
    ...(character === '"' ? ['""'] : []),
    `%${hex}`,
    `&#x0*${hex};`,
    `&#0*${String(code)};`,
    ...(named === undefined ? [] : [`&${named};`]),
    plain,
  ].join('|')})`
}
