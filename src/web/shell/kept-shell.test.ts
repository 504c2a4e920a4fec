import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { canStart } from '#web/shell/kept-shell.ts'

const FILES = ['/assets/main-zh.js', '/assets/core-zh.js']

/** A page whose worker is at work, with these files kept. */
function openPage({ kept, update }: { kept: readonly string[]; update: () => Promise<unknown> }) {
  const getRegistration = () => Promise.resolve({ update })
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, getRegistration } })
  const match = (file: string) => Promise.resolve(kept.includes(file) ? {} : undefined)
  vi.stubGlobal('caches', { match })
  const [entry, ...imports] = FILES
  const textContent = JSON.stringify({ 'zh-CN': { entry, imports, styles: [] } })
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('starts in a language whose files are kept, without asking the host', async () => {
  const update = vi.fn<() => Promise<void>>()
  openPage({ kept: FILES, update })
  expect(await canStart('zh-CN')).toBe(true)
  expect(update).not.toHaveBeenCalled()
})

it('starts in a language that is not kept while the host answers', async () => {
  openPage({ kept: ['/assets/main-zh.js'], update: () => Promise.resolve() })
  expect(await canStart('zh-CN')).toBe(true)
})

it.each([
  ['is gone', () => Promise.reject(new TypeError('Failed to update'))],
  ['accepts and never answers', () => Promise.race([])],
])('does not start in it where the host %s', async (_what, update) => {
  openPage({ kept: [], update })
  const answer = canStart('zh-CN')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await answer).toBe(false)
})
