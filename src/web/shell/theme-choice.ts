import { readTheme, type Theme, THEME_ENTRY } from '#web/shell/choices.ts'
import { createDeviceChoice } from '#web/ui/device-choice.ts'

/** The theme. */
export const themeChoice = createDeviceChoice<Theme>(THEME_ENTRY, readTheme, (theme) => theme)
