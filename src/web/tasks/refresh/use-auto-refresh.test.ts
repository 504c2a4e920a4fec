import { expect, test, vi } from 'vitest'

import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/use-auto-refresh.ts'

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

test('auto-refresh is on until it is switched off, and the choice survives a reload', () => {
  const kept = stubStorage()
  expect(isAutoRefreshChosen('p')).toBe(true)
  chooseAutoRefresh('p', false)
  expect(isAutoRefreshChosen('p')).toBe(false)
  chooseAutoRefresh('p', true)
  expect(isAutoRefreshChosen('p')).toBe(true)
  expect(kept.size).toBe(0)
})

test('auto-refresh is on in a browser that refuses storage', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(isAutoRefreshChosen('p')).toBe(true)
  expect(() => {
    chooseAutoRefresh('p', false)
  }).not.toThrow()
})
