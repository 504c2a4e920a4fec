/* What the script of the page needs of the choices of this browser. It runs before the first paint, and does not load the store. */

import { readChoice } from '#web/ui/kept-choices.ts'

/** The languages of the app. The first one is the default. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The names of the choices in localStorage. */
export const LANGUAGE_ENTRY = 'marquee.language'
export const THEME_ENTRY = 'marquee.theme'

/**
 * The first of a person's languages that the app has. Any kind of Chinese gets Simplified Chinese.
 *
 * @param preferred BCP 47 tags, as navigator.languages has them
 */
export function bestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language = ''] = tag.toLowerCase().split('-')
    const found = LANGUAGES.find((one) => one.split('-')[0] === language)
    if (found !== undefined) return found
  }
  return LANGUAGES[0]
}

/** Reads a stored language. By default it is the one that the browser prefers. */
export function readLanguage(text: string | null): Language {
  return LANGUAGES.find((one) => one === text) ?? bestLanguage(navigator.languages)
}

/** The language that was chosen in this browser. */
export function chosenLanguage(): Language {
  return readLanguage(readChoice(LANGUAGE_ENTRY))
}

/** Reads a stored theme. */
export function readTheme(text: string | null): Theme {
  return THEMES.find((one) => one === text) ?? 'system'
}

/** The theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  return readTheme(readChoice(THEME_ENTRY))
}

/** Shows the page in a theme. Does nothing if it is shown in it already. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement.dataset
  if (root['theme'] === theme) return
  root['theme'] = theme
  // For the browser's frame around the page.
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { for: scheme = '' } = colour.dataset
    const isShown = theme === scheme ? 'all' : 'not all'
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : isShown
  }
}
