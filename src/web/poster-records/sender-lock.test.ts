import { expect, test, vi } from 'vitest'

import { isSenderGone, whileSending } from '#web/poster-records/sender.ts'

/** Locks as a browser keeps them, as far as they are used. */
function stubLocks() {
  const held = new Set<string>()
  let letGo: () => void = () => undefined
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, work: () => Promise<void>) {
        held.add(name)
        await work().finally(() => held.delete(name))
        letGo()
      },
      query: () => Promise.resolve({ held: Array.from(held, (name) => ({ name })), pending: [] }),
    },
  })
  return { isFree }
}

test('a sender is present while it sends, and gone afterwards', async () => {
  const { isFree } = stubLocks()
  const seen: boolean[] = []
  await whileSending('a', async () => {
    seen.push(await isSenderGone('a'), await isSenderGone('b'))
  })
  expect(seen).toEqual([false, true])
  await isFree
  expect(await isSenderGone('a')).toBe(true)
})

test.each([
  ['without locks', {}],
  [
    'if the browser refuses locks',
    {
      locks: {
        request: () => Promise.reject(new DOMException('no', 'SecurityError')),
        query: () => Promise.reject(new DOMException('no', 'SecurityError')),
      },
    },
  ],
])('%s: sends once, and never says that the sender is gone', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await whileSending('a', work)
  expect(work).toHaveBeenCalledTimes(1)
  expect(await isSenderGone('a')).toBe(false)
})

test('does not repeat work that fails', async () => {
  stubLocks()
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('broken')))
  await expect(whileSending('a', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledTimes(1)
})
