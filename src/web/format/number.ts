import { perLocale } from '#web/format/locale.ts'

// A figure of the service is shown as it came: Intl would leave out all but three decimal places.
const maximumFractionDigits = 20
const plain = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits }))
const signed = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits, signDisplay: 'exceptZero' }),
)

/** A whole number or a fraction, with the locale's separators. No unit: the specification shows none. */
export function formatNumber(value: number | bigint): string {
  return plain().format(value)
}

/** A difference with its sign. */
export function formatDifference(value: number | bigint): string {
  return signed().format(value)
}
