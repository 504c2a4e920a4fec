import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'

import { applyTheme, LANGUAGES, shownLanguage, type Theme, THEMES } from '#web/shell/choices.ts'
import { languageChoice, themeChoice } from '#web/shell/device-choices.ts'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { canStart } from '#web/shell/kept-shell.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useDeviceChoice } from '#web/ui/device-choice.ts'

const themes: Record<Theme, { label: () => string; icon: typeof Sun }> = {
  system: { label: m.theme_system, icon: Monitor },
  light: { label: m.theme_light, icon: Sun },
  dark: { label: m.theme_dark, icon: Moon },
}

/** Buttons for the theme and the language. Each button goes on to the next choice. */
export function DisplayControls({ className }: { className?: string }) {
  const theme = useDeviceChoice(themeChoice)
  useEffect(() => {
    applyTheme(theme)
  }, [theme])
  const { label, icon: Icon } = themes[theme]
  const nextTheme = next(THEMES, theme)
  const other = next(LANGUAGES, shownLanguage())
  const [change, setChange] = useState<'none' | 'under-way' | 'not-loaded'>('none')
  async function changeLanguage() {
    setChange('under-way')
    // Each language is a build of its own, so the page has to be loaded again.
    if (!(await canStart(other))) setChange('not-loaded')
    else if (languageChoice.set(other)) location.reload()
    else setChange('none')
  }
  return (
    <div className={classNames('flex w-27 shrink-0 items-center justify-end gap-1', className)}>
      <IconButton
        label={m.theme_button({ theme: label(), next: themes[nextTheme].label() })}
        className="size-control"
        onClick={() => {
          themeChoice.set(nextTheme)
        }}
      >
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <Button
        tone="quiet"
        // The label is in the other language, for people who read only that one.
        lang={other}
        aria-disabled={change === 'under-way'}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
        onClick={() => {
          if (change !== 'under-way') void changeLanguage()
        }}
      >
        {m.language_other()}
      </Button>
      {change === 'not-loaded' && (
        <div role="alert" className="fixed below-header z-30 ml-4">
          <FloatingNote>
            {m.language_not_loaded()}
            <Button onClick={() => setChange('none')}>{m.close()}</Button>
          </FloatingNote>
        </div>
      )}
    </div>
  )
}

function next<Choice>(choices: readonly [Choice, ...Choice[]], now: Choice): Choice {
  return choices[choices.indexOf(now) + 1] ?? choices[0]
}
