import { useEffect, useState } from 'react'

import {
  applyTheme,
  type Language,
  LANGUAGE_ENTRY,
  LANGUAGES,
  next,
  readLanguage,
  readTheme,
  shownLanguage,
  type Theme,
  THEME_ENTRY,
} from '#web/shell/choices.ts'
import { ControlButtons } from '#web/shell/control-buttons.tsx'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { canStart } from '#web/shell/kept-shell.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

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
  useEffect(() => {
    applyTheme(theme)
  }, [theme])
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
