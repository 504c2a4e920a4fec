const isChinese = () => document.documentElement.lang.startsWith('zh')

/** A list such as "a, b, c", with the separators of the language. Not by Intl: see docs/decisions/0042. */
export function joinList(items: readonly string[]): string {
  return items.join(isChinese() ? '、' : ', ')
}

/** Joins sentences. Chinese has no space between them. */
export function joinSentences(...sentences: readonly string[]): string {
  const gap = isChinese() ? '' : ' '
  return sentences.filter((sentence) => sentence !== '').join(gap)
}
