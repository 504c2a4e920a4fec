import { isJson } from '#contract/record.ts'

/** Replaces the key. */
export const KEY_PLACE = '<API_KEY>'

/**
 * Replaces a key in a text by KEY_PLACE: as it is, and as programs escape it for JSON, HTML, CSV or, once, for an
 * address.
 *
 * @param apiKey '' leaves the text unchanged
 */
export function withoutKey(text: string, apiKey: string): string {
  if (!mayHaveKey(text, apiKey)) return text
  return spellingsOf(apiKey).reduce((rest, spelling) => rest.replaceAll(spelling, KEY_PLACE), text)
}

/**
 * Replaces a key in the strings of a JSON text. Everything else stays exactly as it is written, including
 * all digits of numbers.
 *
 * @param body if it is not JSON, it is treated as plain text
 */
export function jsonWithoutKey(body: string, apiKey: string): string {
  if (!mayHaveKey(body, apiKey)) return body
  if (!isJson(body)) return withoutKey(body, apiKey)
  return body.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, (token) => {
    const string = String(JSON.parse(token))
    const redacted = withoutKey(string, apiKey)
    return redacted === string ? token : JSON.stringify(redacted)
  })
}

/** Whether a text has the longest part of a key that no program escapes. Hardly any text has it, and that is found fast. */
export function mayHaveKey(text: string, apiKey: string): boolean {
  const parts = apiKey.match(/[\dA-Za-z]+/g) ?? []
  const [longest = ''] = parts.toSorted((a, b) => b.length - a.length)
  return apiKey !== '' && text.includes(longest)
}

/**
 * How programs write a key, the longest first, as one may be a part of another. Compared as text: an engine keeps the
 * source of a regular expression, and with it the key, for longer than the session.
 */
function spellingsOf(apiKey: string): string[] {
  const json = JSON.stringify(apiKey).slice(1, -1)
  const html = apiKey.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const address = encodeURIComponent(apiKey)
  const marked = (write: (code: number) => string) =>
    apiKey.replaceAll(/[^\dA-Za-z]/g, (mark) => write(mark.codePointAt(0) ?? 0))
  const hex = (code: number, length = 0) => code.toString(16).padStart(length, '0')
  const spellings = [
    apiKey,
    json,
    json.replaceAll('/', String.raw`\/`),
    marked((code) => String.raw`\u${hex(code, 4)}`),
    address,
    address.replaceAll(/%../g, (escape) => escape.toLowerCase()),
    marked((code) => `%${hex(code, 2)}`),
    marked((code) => `%${hex(code, 2).toUpperCase()}`),
    ...['&#39;', '&#x27;', '&apos;'].map((quote) =>
      html.replaceAll('"', '&quot;').replaceAll("'", quote),
    ),
    marked((code) => `&#${String(code)};`),
    marked((code) => `&#x${hex(code)};`),
    marked((code) => `&#x${hex(code).toUpperCase()};`),
    apiKey.replaceAll('"', '""'),
  ]
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
}
