import { useState, type ReactNode } from 'react'
import { Monitor, Moon, Sun } from 'lucide-react'

import {
  type Language,
  LANGUAGE_ENTRY,
  LANGUAGES,
  readLanguage,
  readTheme,
  type Theme,
  THEME_ENTRY,
  THEMES,
} from '#web/shell/choices.ts'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { canStart } from '#web/shell/kept-shell.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button, IconButton } from '#web/ui/button.tsx'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The language of the app. A page changes its language when it is loaded. */
export const languageChoice = createDeviceChoice<Language>(
  LANGUAGE_ENTRY,
  readLanguage,
  (language) => language,
)

/** The theme. */
export const themeChoice = createDeviceChoice<Theme>(THEME_ENTRY, readTheme, (theme) => theme)

/** Buttons for the theme and the language. Each button goes on to the next choice. */
export function DisplayControls({ className }: { className?: string }) {
  const theme = useDeviceChoice(themeChoice)
  const [change, setChange] = useState<'none' | 'under-way' | 'not-loaded'>('none')
  async function changeLanguage() {
    const other = next(LANGUAGES, shownLanguage())
    setChange('under-way')
    // Each language is a build of its own, so the page has to be loaded again.
    if (!(await canStart(other))) setChange('not-loaded')
    else if (languageChoice.set(other)) location.reload()
    else setChange('none')
  }
  return (
    <ControlButtons
      theme={theme}
      isLanguageOff={change === 'under-way'}
      className={className}
      onTheme={themeChoice.set}
      onLanguage={() => {
        if (change !== 'under-way') void changeLanguage()
      }}
    >
      {change === 'not-loaded' && (
        <div role="alert" className="fixed below-header z-30 ml-4">
          <FloatingNote>
            <span>{m.language_not_loaded()}</span>
            <Button onClick={() => setChange('none')}>{m.close()}</Button>
          </FloatingNote>
        </div>
      )}
    </ControlButtons>
  )
}

const themes: Record<Theme, { label: () => string; icon: typeof Sun }> = {
  system: { label: m.theme_system, icon: Monitor },
  light: { label: m.theme_light, icon: Sun },
  dark: { label: m.theme_dark, icon: Moon },
}

/** Buttons for the theme and the language. Each button goes on to the next choice. */
function ControlButtons({
  theme,
  isLanguageOff = false,
  className,
  onTheme,
  onLanguage,
  children,
}: {
  theme: Theme
  /** another language is being loaded */
  isLanguageOff?: boolean
  className?: string | undefined
  /** undefined: the app is still loading */
  onTheme?: (next: Theme) => void
  onLanguage?: () => void
  /** a note about the last press */
  children?: ReactNode
}) {
  const { label, icon: Icon } = themes[theme]
  const nextTheme = next(THEMES, theme)
  return (
    <div
      className={classNames(
        'flex h-control w-27 shrink-0 items-center justify-end gap-1',
        className,
      )}
    >
      <IconButton
        label={m.theme_button({ theme: label(), next: themes[nextTheme].label() })}
        className="size-control"
        onClick={onTheme && (() => onTheme(nextTheme))}
      >
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <Button
        tone="quiet"
        // The label is in the other language, for people who read only that one.
        lang={next(LANGUAGES, shownLanguage())}
        aria-disabled={isLanguageOff}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
        onClick={onLanguage}
      >
        {m.language_other()}
      </Button>
      {children}
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
