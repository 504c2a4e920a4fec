import {
  type Language,
  LANGUAGE_ENTRY,
  readLanguage,
  readTheme,
  type Theme,
  THEME_ENTRY,
} from '#web/shell/choices.ts'
import { createDeviceChoice } from '#web/ui/device-choice.ts'

/** The language of the app. A page changes its language when it is loaded. */
export const languageChoice = createDeviceChoice<Language>(
  LANGUAGE_ENTRY,
  readLanguage,
  (language) => language,
)

/** The theme. */
export const themeChoice = createDeviceChoice<Theme>(THEME_ENTRY, readTheme, (theme) => theme)

/** Whether single keys run commands. People who use speech input or have a tremor may want them off. */
export const shortcutsChoice = createDeviceChoice(
  'marquee.shortcuts',
  (text) => text !== 'off',
  (areOn) => (areOn ? 'on' : 'off'),
)
