import { perLocale } from '#web/format/locale.ts'

const plain = perLocale((locale) => new Intl.NumberFormat(locale))
const signed = perLocale((locale) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))

/** A whole number or a fraction, with the locale's separators. No unit: the specification shows none. */
export function formatNumber(value: number): string {
  return plain().format(value)
}

/** A difference with its sign. */
export function formatDifference(value: number): string {
  return signed().format(value)
}
