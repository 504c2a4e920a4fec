import { useSelector } from '@tanstack/react-store'
import { Languages } from 'lucide-react'

import {
  type Language,
  LANGUAGE_ENTRY,
  LANGUAGES,
  readLanguage,
  type Theme,
  THEMES,
} from '#web/shell/choices.ts'
import { canStart, languageChange } from '#web/shell/kept-shell.ts'
import { themeChoice } from '#web/shell/theme-choice.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Command } from '#web/ui/commands.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'
import { Segmented } from '#web/ui/segmented.tsx'

/** The language of the app. A page changes its language when it is loaded. */
export const languageChoice = createDeviceChoice<Language>(
  LANGUAGE_ENTRY,
  readLanguage,
  (language) => language,
)

async function changeLanguage() {
  if (languageChange.get() === 'under-way') return
  const other = next(LANGUAGES, shownLanguage())
  languageChange.set('under-way')
  // Each language is a build of its own, so the page has to be loaded again.
  const isLoaded = await canStart(other)
  languageChange.set(isLoaded ? 'none' : 'not-loaded')
  if (isLoaded && languageChoice.set(other)) location.reload()
}

const themes: Record<Theme, () => string> = {
  system: m.theme_system,
  light: m.theme_light,
  dark: m.theme_dark,
}

/** The other language, and whether it is on its way. Its name is for people who read only that one. */
function useOtherLanguage() {
  return {
    name: m.language_other(),
    lang: next(LANGUAGES, shownLanguage()),
    isComing: useSelector(languageChange) === 'under-way',
  }
}

/** The theme and the language as commands, found by what they lead to. */
export function useDisplayCommands(): readonly Command[] {
  const theme = useDeviceChoice(themeChoice)
  const { name, lang } = useOtherLanguage()
  const group = m.commands_display()
  return [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme-${one}`,
      label: m.theme_named({ theme: themes[one]() }),
      // In English, too: some people type what they know from elsewhere.
      alias: `${one} theme`,
      group,
      run: () => themeChoice.set(one),
    })),
    {
      id: 'language',
      label: name,
      lang,
      alias: `${m.language()} language english chinese`,
      group,
      run: () => void changeLanguage(),
    },
  ]
}

/** The theme and the language. @param menuId of the menu that a change of the language closes */
export function DisplayControls({ className, menuId }: { className?: string; menuId?: string }) {
  const theme = useDeviceChoice(themeChoice)
  const { name, lang, isComing } = useOtherLanguage()
  return (
    <div className={classNames('flex flex-wrap items-center gap-1', className)}>
      <Segmented
        legend={m.theme()}
        name="theme"
        value={theme}
        segments={THEMES.map((value) => ({ value, label: themes[value]() }))}
        onChange={(chosen) => themeChoice.set(chosen)}
      />
      <Button
        tone="quiet"
        lang={lang}
        // Not `disabled`: the press that disables it closes the menu. What is said of it is below the menu.
        aria-disabled={isComing}
        popoverTarget={menuId}
        popoverTargetAction="hide"
        onClick={() => void changeLanguage()}
      >
        <Languages aria-hidden className="size-4" />
        <span>{name}</span>
      </Button>
    </div>
  )
}

/** The language of this page. It is not the chosen one if the code of that could not be loaded. */
function shownLanguage(): Language {
  return LANGUAGES.find((one) => one === document.documentElement.lang) ?? LANGUAGES[0]
}

/** The choice after another one; the first one after the last. */
function next<Choice>(choices: readonly [Choice, ...Choice[]], now: Choice): Choice {
  return choices[choices.indexOf(now) + 1] ?? choices[0]
}
