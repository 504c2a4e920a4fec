/** A number as JSON carries it: a bigint where a double would have rounded it. */
export type ExactNumber = number | bigint

/** Larger numbers are ignored (spec: not shown): no service counts past 128 bits, and they would fill the screen. */
const LIMIT = 2 ** 128

/** Reads a number of a reply. @returns undefined if it is not a number, not finite, or out of bounds */
export function readNumber(value: unknown): ExactNumber | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  return value > -LIMIT && value < LIMIT ? value : undefined
}

/** readNumber for whole numbers. A number that a double may have rounded does not count as one. */
export function readWholeNumber(value: unknown): ExactNumber | undefined {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? readNumber(value) : undefined
}

/** The first minus the second, exact where both are whole. */
export function differenceOf(a: ExactNumber, b: ExactNumber): ExactNumber {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const areWhole = [a, b].every((one) => typeof one === 'bigint' || Number.isInteger(one))
  return areWhole ? BigInt(a) - BigInt(b) : Number(a) - Number(b)
}
