import { displayLocale } from '#web/format/locale.ts'

/** A whole number or a fraction, with the locale's separators. No unit: the specification shows none. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(displayLocale()).format(value)
}

/** A difference with its sign. */
export function formatDifference(value: number): string {
  return new Intl.NumberFormat(displayLocale(), { signDisplay: 'exceptZero' }).format(value)
}
