import { perLocale } from '#web/format/locale.ts'

// Show numbers as the service sent them. By default, Intl rounds to three decimal places.
const maximumFractionDigits = 20
const plain = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits }))
const signed = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits, signDisplay: 'exceptZero' }),
)

/** A number with the separators of the locale. It has no unit, as the specification has none. */
export function formatNumber(value: number | bigint): string {
  return plain().format(value)
}

/** A difference with its sign. */
export function formatDifference(value: number | bigint): string {
  return signed().format(value)
}
