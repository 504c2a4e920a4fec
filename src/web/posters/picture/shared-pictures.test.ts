import { beforeEach, expect, it, vi } from 'vitest'

import { countShared, discardShared, sharedCount, takeShared } from './shared-pictures.tsx'

const NOW = Date.UTC(2026, 10, 28)
let kept: Response | undefined
beforeEach(() => {
  const form = new FormData()
  for (const name of ['one.jpg', 'two.jpg']) form.append('pictures', new File(['x'], name))
  const date = new Date(NOW).toUTCString()
  kept = new Response(form, { headers: { 'x-count': '2', date } })
  vi.useFakeTimers({ now: NOW + 3_599_000, toFake: ['Date'] })
  vi.stubGlobal('caches', {
    match: () => Promise.resolve(kept),
    delete: () => {
      kept = undefined
      return Promise.resolve(true)
    },
  })
})

it('counts the pictures, and hands them over once', async () => {
  await countShared()
  expect(sharedCount.get()).toBe(2)
  expect((await takeShared()).map(({ name }) => name)).toEqual(['one.jpg', 'two.jpg'])
  expect(sharedCount.get()).toBe(0)
  expect(kept).toBeUndefined()
  expect(await takeShared()).toEqual([])
})

it('has none that are older than an hour', async () => {
  vi.setSystemTime(NOW + 3_600_000)
  await countShared()
  expect(sharedCount.get()).toBe(0)
  expect(await takeShared()).toEqual([])
})

it('discards them', async () => {
  await countShared()
  await discardShared()
  expect(sharedCount.get()).toBe(0)
  expect(kept).toBeUndefined()
})

it.each([
  ['there are no caches', undefined],
  [
    'the browser refuses',
    {
      match: () => Promise.reject(new Error('SecurityError')),
      delete: () => Promise.reject(new Error('SecurityError')),
    },
  ],
])('has none where %s', async (_, caches) => {
  vi.stubGlobal('caches', caches)
  if (caches === undefined) Reflect.deleteProperty(globalThis, 'caches')
  await countShared()
  expect(sharedCount.get()).toBe(0)
  expect(await takeShared()).toEqual([])
})
