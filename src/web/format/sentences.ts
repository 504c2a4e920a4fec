import { perLocale } from '#web/format/locale.ts'

const list = perLocale((locale) => new Intl.ListFormat(locale, { style: 'narrow' }))

/** A list such as "a, b, c", with the separators of the language. */
export function joinList(items: readonly string[]): string {
  return list().format(items)
}

/** Joins sentences. Chinese has no space between them. */
export function joinSentences(...sentences: readonly string[]): string {
  const gap = document.documentElement.lang.startsWith('zh') ? '' : ' '
  return sentences.filter((sentence) => sentence !== '').join(gap)
}
