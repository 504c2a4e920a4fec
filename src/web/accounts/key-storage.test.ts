import { expect, test, vi } from 'vitest'

import { tabKeyStorage } from '#web/accounts/key-storage.ts'

const first = { profileId: 'p1', name: 'First', apiKey: 'key-of-the-first' }
const second = { profileId: 'p2', name: 'Second', apiKey: 'key-of-the-second' }

/** A storage that takes so many characters. */
function stubStorage(room: number) {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
  })
}

test('an account that cannot be kept leaves no other in its place', () => {
  stubStorage(JSON.stringify(first).length)
  const storage = tabKeyStorage()
  expect(storage.keep(first)).toBe(true)
  expect(storage.load()).toEqual(first)
  expect(storage.keep(second)).toBe(false)
  expect(storage.load()).toBeUndefined()
})
