/**
 * A number as people write it, as a pattern for one place of a text that was normalized (NFKC). What it finds may still be
 * no number: readTypedNumber says that.
 */
export const TYPED_NUMBER = String.raw`\d+(?:(?:[.,'’]| (?=\d{3}(?!\d)))\d+)*(?:\s?[万千]|k\b)?`

/** 1,000 · 1.000 · 1 000 · 1'000 · 1,000.5 · 12,34,567: groups of three, or of two before the last three. */
const grouped = /^(?!0)\d{1,3}(?:([,.'’ ])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/
const indian = /^(?!0)\d{1,2}(?:,\d{2})+,\d{3}(?:\.(\d+))?$/
/** 1 · 1.5 · 1,5 · 1.0000. A comma before four digits or more may be a slip. */
const plain = /^\d+(?:(?:\.|,(?!\d{4}))(\d+))?$/

const UNITS: Readonly<Record<string, number>> = { k: 1e3, 千: 1e3, 万: 1e4 }

/**
 * Reads a number as people write it: with separators of thousands, a decimal point or comma, full-width digits, and with "k",
 * 千 or 万 for thousands. A single separator before three digits separates thousands, as in all languages that have it.
 *
 * @returns undefined if it is no number, or too long to be exact
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim().replaceAll(/\s/g, ' ').toLowerCase()
  const [, digits = '', unit = ''] = /^(.*?) ?([k千万]?)$/.exec(typed) ?? []
  const found = grouped.exec(digits) ?? indian.exec(digits) ?? plain.exec(digits)
  if (found === null) return undefined
  const fraction = found.at(-1) ?? ''
  const whole = fraction === '' ? digits : digits.slice(0, -fraction.length)
  const wholeDigits = whole.replaceAll(/\D/g, '')
  if (wholeDigits.length + fraction.length > 15) return undefined
  // One multiplication, so that 1.1 k is 1100 exactly.
  return (Number(wholeDigits + fraction) * (UNITS[unit] ?? 1)) / 10 ** fraction.length
}
