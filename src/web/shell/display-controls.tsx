import { useSelector } from '@tanstack/react-store'
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'

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
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

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

const themes: Record<Theme, { label: () => string; icon: typeof Sun }> = {
  system: { label: m.theme_system, icon: Monitor },
  light: { label: m.theme_light, icon: Sun },
  dark: { label: m.theme_dark, icon: Moon },
}

/** A choice of how the app is shown. Each press goes on to the next value. */
export interface DisplayChoice {
  id: 'theme' | 'language'
  /** says what a press does */
  label: string
  /** the same in one or two words */
  text: string
  /** the language of its texts */
  lang?: Language
  icon: ReactNode
  isDisabled: boolean
  press: () => void
}

/** The theme and the language. */
export function useDisplayChoices(): readonly DisplayChoice[] {
  const theme = useDeviceChoice(themeChoice)
  const change = useSelector(languageChange)
  const { label, icon: Icon } = themes[theme]
  const nextTheme = next(THEMES, theme)
  return [
    {
      id: 'theme',
      label: m.theme_button({ theme: label(), next: themes[nextTheme].label() }),
      text: m.theme_now({ theme: label() }),
      icon: <Icon aria-hidden className="size-4" />,
      isDisabled: false,
      press: () => themeChoice.set(nextTheme),
    },
    {
      id: 'language',
      label: m.language_other(),
      text: m.language_other(),
      // For people who read only that one.
      lang: next(LANGUAGES, shownLanguage()),
      icon: <Languages aria-hidden className="size-4" />,
      isDisabled: change === 'under-way',
      press: () => void changeLanguage(),
    },
  ]
}

/** Buttons for the theme and the language, where no account menu is. */
export function DisplayControls() {
  return (
    <div className="ml-auto flex shrink-0 gap-1">
      {useDisplayChoices().map(({ id, label, text, lang, icon, isDisabled, press }) => (
        <Button
          key={id}
          tone="quiet"
          aria-label={label}
          title={label}
          lang={lang}
          aria-disabled={isDisabled}
          onClick={press}
        >
          {id === 'theme' ? icon : text}
        </Button>
      ))}
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
