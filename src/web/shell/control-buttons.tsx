import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { LANGUAGES, next, shownLanguage, type Theme, THEMES } from '#web/shell/choices.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const themes: Record<Theme, { label: () => string; icon: typeof Sun }> = {
  system: { label: m.theme_system, icon: Monitor },
  light: { label: m.theme_light, icon: Sun },
  dark: { label: m.theme_dark, icon: Moon },
}

/** Buttons for the theme and the language. Each button goes on to the next choice. */
export function ControlButtons({
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
