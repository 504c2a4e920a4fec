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
