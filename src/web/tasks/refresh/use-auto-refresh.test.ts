import { expect, test, vi } from 'vitest'

import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/use-auto-refresh.ts'
import { unkept } from '#web/ui/device-choice.ts'

test('auto-refresh is on until it is switched off, and the choice survives a reload', () => {
  stubSessionStorage()
  expect(isAutoRefreshChosen('p')).toBe(true)
  chooseAutoRefresh('p', false)
  expect(isAutoRefreshChosen('p')).toBe(false)
  chooseAutoRefresh('p', true)
  expect(isAutoRefreshChosen('p')).toBe(true)
  expect(isAutoRefreshChosen('q')).toBe(true)
})

test('auto-refresh is on in a browser that refuses storage, and the choice counts as not kept', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(isAutoRefreshChosen('p')).toBe(true)
  chooseAutoRefresh('p', false)
  expect(unkept.get()).toBe('marquee.auto-refresh.p')
})
