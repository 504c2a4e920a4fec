/*
 * JSON as services write it: records, numbers, and characters that nobody sees.
 */

/** Whether a parsed value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A string of JSON, which stays as it is, or a number that JSON does not have. Python writes NaN and Infinity, C writes nan and inf.
 * A string that does not end goes to the end of the text, so that no quote is looked at twice.
 */
const token = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[-+]?\b(?:nan|inf(?:inity)?)\b/gis

/**
 * A reply as JSON. Some programs write NaN and Infinity, for which JSON has no number: they become texts, so that one number
 * does not cost the whole reply, and its record still shows what came.
 *
 * @returns undefined if it is not JSON
 */
export function strictJson(text: string): string | undefined {
  if (isJson(text)) return text
  const strict = text.replaceAll(token, (found) => (found.startsWith('"') ? found : `"${found}"`))
  return isJson(strict) ? strict : undefined
}

/** Whether a text is JSON as the standard has it. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A number as JSON carries it: a bigint where a double would have rounded it. */
export type ExactNumber = number | bigint

/** Larger numbers are ignored (spec: not shown): no service counts past 128 bits, and they would fill the screen. */
const LIMIT = 2 ** 128

/** A whole number as JSON writes it, in a text. "007" and "1,812" spell other things: a code, or a number of two readings. */
const wholeText = /^(?:0|-?[1-9]\d{0,38})$/

/** The same with a fraction, and with no more digits than a double holds. */
const decimalText = /^(?=[^1-9]*(?:\d\.?){1,15}$)-?(?:0|[1-9]\d*)\.\d+$/

/**
 * Reads a number of a reply. Some services write numbers as text, so that no reader rounds long ones: it is read as exactly the
 * number that it spells, with blanks around it.
 *
 * @returns undefined if it is not a number, not finite, or out of bounds
 */
export function readNumber(value: unknown): ExactNumber | undefined {
  const number = typeof value === 'string' ? spelled(value.trim()) : value
  if (typeof number !== 'number' && typeof number !== 'bigint') return undefined
  return number > -LIMIT && number < LIMIT ? number : undefined
}

function spelled(text: string): ExactNumber | undefined {
  if (decimalText.test(text)) return Number(text)
  if (!wholeText.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** readNumber for whole numbers. A number that a double may have rounded does not count as one. */
export function readWholeNumber(value: unknown): ExactNumber | undefined {
  const number = readNumber(value)
  return typeof number === 'bigint' || Number.isSafeInteger(number) ? number : undefined
}

/** The first minus the second, exact where both are whole. */
export function differenceOf(a: ExactNumber, b: ExactNumber): ExactNumber {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const areWhole = [a, b].every((one) => typeof one === 'bigint' || Number.isInteger(one))
  return areWhole ? BigInt(a) - BigInt(b) : Number(a) - Number(b)
}

// Control characters, lone surrogates, separators of lines, and what has no shape of its own: characters without width,
// soft hyphens, marks of direction, fillers, variation selectors, tags.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Replaces each character that nobody sees; a tab and a line feed are among them. */
export function replaceUnseen(text: string, replace: (character: string) => string): string {
  return text.replaceAll(unseen, replace)
}

/**
 * A key or an ID as it was before an editor or an input method dressed it up: without characters that nobody sees, with
 * plain hyphens, and with full-width letters, digits and signs as the usual ones.
 */
export function normalizeTyped(text: string): string {
  return replaceUnseen(text, (character) => (/[\p{Cc}\p{Z}]/u.test(character) ? character : ''))
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) =>
      String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0),
    )
}
