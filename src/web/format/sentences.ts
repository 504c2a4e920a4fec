import { perLocale } from '#web/format/locale.ts'

const list = perLocale((locale) => new Intl.ListFormat(locale, { style: 'narrow' }))

/** "a, b, c", as the language enumerates. */
export function joinList(items: readonly string[]): string {
  return list().format(items)
}

/** Whole sentences, one behind the other: Chinese has no space between them. */
export function joinSentences(...sentences: readonly string[]): string {
  const gap = document.documentElement.lang.startsWith('zh') ? '' : ' '
  return sentences.filter((sentence) => sentence !== '').join(gap)
}
