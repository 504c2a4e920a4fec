import { readChoice, writeChoice } from '#web/ui/device-choice.ts'

/** The languages of the app; the first one is for people who prefer none of them. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** Light or dark; system: as the device has it. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const LANGUAGE_ENTRY = 'marquee.language'
const THEME_ENTRY = 'marquee.theme'
const SHORTCUTS_ENTRY = 'marquee.shortcuts'

/**
 * The first of a person's languages that the app has. Chinese of any kind is read in the one script
 * that there is.
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

/** The language that was chosen in this browser; otherwise the one that the browser prefers. */
export function chosenLanguage(): Language {
  const kept = readChoice(LANGUAGE_ENTRY)
  return LANGUAGES.find((one) => one === kept) ?? bestLanguage(navigator.languages)
}

/** The language of this page: not the chosen one where the code of that did not come. */
export function shownLanguage(): Language {
  return LANGUAGES.find((one) => one === document.documentElement.lang) ?? LANGUAGES[0]
}

/** Remembers the language; it is the page's from its next load on. @returns false where the browser refuses */
export function chooseLanguage(language: Language): boolean {
  return writeChoice(LANGUAGE_ENTRY, language)
}

/** The theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  const kept = readChoice(THEME_ENTRY)
  return THEMES.find((one) => one === kept) ?? 'system'
}

/** Remembers the theme. */
export function chooseTheme(theme: Theme): void {
  writeChoice(THEME_ENTRY, theme)
}

/** Whether single keys do something: whoever speaks to their computer, or shakes, may want none. */
export function areShortcutsOn(): boolean {
  return readChoice(SHORTCUTS_ENTRY) !== 'off'
}

/** Remembers whether single keys do something. */
export function chooseShortcuts(areOn: boolean): void {
  writeChoice(SHORTCUTS_ENTRY, areOn ? 'on' : 'off')
}

/** Shows the page in a theme. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  // What the browser itself paints: the page before its style sheet is there, scroll bars, controls.
  const meta = document.querySelector('meta[name=color-scheme]')
  meta?.setAttribute('content', theme === 'system' ? 'light dark' : theme)
  // The frame around it.
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { for: scheme = '' } = colour.dataset
    const isShown = theme === scheme ? 'all' : 'not all'
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : isShown
  }
}
