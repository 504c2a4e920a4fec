/**
 * The locale for numbers and times: the page's language with the region that the person's browser
 * prefers for it (en-GB writes dates as en-US does not).
 */
function displayLocale(): string {
  const language = document.documentElement.lang
  return (
    navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ??
    language
  )
}

/**
 * Makes a formatter once for each locale: making one costs more than a hundred uses of it, and a
 * table uses six in each row.
 *
 * @returns the formatter for the locale of now
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
