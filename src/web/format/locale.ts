/**
 * The locale for numbers and times: the page's language with the region that the person's browser
 * prefers for it (en-GB writes dates as en-US does not).
 */
export function displayLocale(): string {
  const language = document.documentElement.lang
  return (
    navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ??
    language
  )
}
