import { displayLocale, perLocale } from '#web/format/locale.ts'

// Show numbers as the service sent them. By default, Intl rounds to three decimal places.
const maximumFractionDigits = 20
const plain = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits }))
const signed = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits, signDisplay: 'exceptZero' }),
)

/** The common locales of our languages: they write 1,234.5. */
const WITH_COMMAS = /^(?:en(?:-(?:AU|CA|GB|IE|NZ|US))?|zh(?:-Hans)?(?:-CN)?)$/

/**
 * A number with the separators of the locale. It has no unit, as the specification has none. Most locales need no formatter of
 * Intl, as the first one in a page costs more than all rows together: see docs/decisions/0042.
 */
export function formatNumber(value: number | bigint): string {
  const [integer = '', fraction] = String(value).split('.')
  // Others are written with an exponent.
  const isPlain = /^-?\d{1,40}$/.test(integer) && /^\d*$/.test(fraction ?? '')
  // A minus: at a hyphen, a line may break.
  if (!isPlain || !WITH_COMMAS.test(displayLocale())) return plain().format(value).replace('-', '−')
  const grouped = integer.replace('-', '−').replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A count for a message: the number chooses its plural, and `shown` stands in it. */
export function counted(count: number): { count: number; shown: string } {
  return { count, shown: formatNumber(count) }
}

/** A difference with its sign. */
export function formatDifference(value: number | bigint): string {
  return signed().format(value).replace('-', '−')
}
