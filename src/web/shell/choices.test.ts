import { describe, expect, test, vi } from 'vitest'

import {
  bestLanguage,
  chooseLanguage,
  chooseTheme,
  chosenLanguage,
  chosenTheme,
} from '#web/shell/choices.ts'

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

  test('is the one that was chosen, whatever is preferred', () => {
    browserWith({}, ['zh-CN'])
    expect(chosenLanguage()).toBe('zh-CN')
    expect(chooseLanguage('en')).toBe(true)
    expect(chosenLanguage()).toBe('en')
  })

  test('is not taken from what nobody here has written', () => {
    browserWith({ 'marquee.language': 'tlh' }, ['zh-CN'])
    expect(chosenLanguage()).toBe('zh-CN')
  })

  test('is the preferred one where the browser keeps nothing', () => {
    vi.stubGlobal('navigator', { languages: ['zh-CN'] })
    vi.stubGlobal('localStorage', undefined)
    expect(chooseLanguage('en')).toBe(false)
    expect(chosenLanguage()).toBe('zh-CN')
  })
})

test('the theme is the system’s until one is chosen', () => {
  browserWith({ 'marquee.theme': 'sepia' })
  expect(chosenTheme()).toBe('system')
  chooseTheme('dark')
  expect(chosenTheme()).toBe('dark')
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
