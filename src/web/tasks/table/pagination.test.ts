import { afterEach, expect, test, vi } from 'vitest'

import { countInWords } from '#web/tasks/table/pagination.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [303, undefined, '303 tasks'],
  [303, { total: 303, isRead: true }, '303 tasks'],
  [5, { total: 303, isRead: true }, '5 of 303 tasks'],
  [0, { total: 1, isRead: true }, '0 of 1 task'],
  // Nothing is found yet, and the list is being read.
  [0, { total: 2_500, isRead: false }, '0 so far, of about 2,500 tasks'],
  [7, { total: null, isRead: false }, '7 so far'],
])('%d results of %j are "%s"', (count, searched, words) => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  expect(countInWords(count, searched)).toBe(words)
})
