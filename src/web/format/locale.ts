/**
 * The locale for numbers and times: the language of the page with the region that the browser prefers. For example,
 * en-GB and en-US write dates differently.
 */
export function displayLocale(): string {
  const language = document.documentElement.lang
  return (
    navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ??
    language
  )
}

/**
 * Makes a formatter once for each locale. Making one costs more than a hundred uses of it, and a table uses six in each
 * row.
 *
 * @returns a function that gives the formatter for the current locale
 */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>()
  return () => {
    const locale = displayLocale()
    const known = made.get(locale)
    if (known !== undefined) return known
    const fresh = make(locale)
    made.set(locale, fresh)
    return fresh
  }
}
