import { describe, expect, test, vi } from 'vitest'

import { bestLanguage, chosenLanguage, chosenTheme } from '#web/shell/choices.ts'
import { shortcutsChoice } from '#web/shell/commands/command-center.tsx'
import { languageChoice } from '#web/shell/display-controls.tsx'
import { themeChoice } from '#web/shell/theme-choice.ts'

describe('the language', () => {
  test.each([
    [['zh-CN', 'en'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['zh-Hant-TW'], 'zh-CN'],
    [['ZH-hans-SG'], 'zh-CN'],
    [['en-GB', 'zh-CN'], 'en'],
    [['de-CH', 'fr', 'zh-HK', 'en'], 'zh-CN'],
    [['de', 'en'], 'en'],
    [['zha', 'eng'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('of a person who prefers %j is %s', (preferred, language) => {
    expect(bestLanguage(preferred)).toBe(language)
  })

  test('is the one that was chosen, whatever the browser prefers', () => {
    browserWith({}, ['zh-CN'])
    expect(chosenLanguage()).toBe('zh-CN')
    expect(languageChoice.set('en')).toBe(true)
    expect(chosenLanguage()).toBe('en')
  })

  test('is the preferred one if the stored text is no language of the app', () => {
    browserWith({ 'marquee.language': 'tlh' }, ['zh-CN'])
    expect(chosenLanguage()).toBe('zh-CN')
  })

  test('is the preferred one if the browser keeps nothing', () => {
    vi.stubGlobal('navigator', { languages: ['zh-CN'] })
    vi.stubGlobal('localStorage', undefined)
    expect(languageChoice.set('en')).toBe(false)
    expect(chosenLanguage()).toBe('zh-CN')
  })
})

test('the theme is the system’s until one is chosen', () => {
  browserWith({ 'marquee.theme': 'sepia' })
  expect(chosenTheme()).toBe('system')
  themeChoice.set('dark')
  expect(chosenTheme()).toBe('dark')
})

test('shortcuts are on until they are switched off', () => {
  browserWith({})
  expect(shortcutsChoice.get()).toBe(true)
  shortcutsChoice.set(false)
  expect(shortcutsChoice.get()).toBe(false)
})

function browserWith(kept: Record<string, string>, languages: string[] = ['en']): void {
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => {
      kept[name] = text
    },
  })
}
