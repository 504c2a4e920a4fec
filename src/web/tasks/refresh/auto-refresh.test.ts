import { expect, test, vi } from 'vitest'

import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import { autoRefreshChoice } from '#web/tasks/refresh/auto-refresh.tsx'
import { unkept } from '#web/ui/device-choice.ts'

test('auto-refresh is on until it is switched off, and the choice survives a reload', () => {
  stubSessionStorage()
  expect(autoRefreshChoice('p').get()).toBe(true)
  autoRefreshChoice('p').set(false)
  expect(autoRefreshChoice('p').get()).toBe(false)
  autoRefreshChoice('p').set(true)
  expect(autoRefreshChoice('p').get()).toBe(true)
  expect(autoRefreshChoice('q').get()).toBe(true)
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
  expect(autoRefreshChoice('p').get()).toBe(true)
  autoRefreshChoice('p').set(false)
  expect(unkept.get()).toBe('marquee.auto-refresh.p')
})
