import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { tabKeyStorage } from '#web/accounts/key-storage.ts'

/** A tab's storage, as far as it is used: keys are its own properties, as in a browser. */
class MemoryStorage {
  [key: string]: unknown
  getItem(key: string): unknown {
    return this[key] ?? null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

let storage: MemoryStorage
beforeEach(() => {
  storage = new MemoryStorage()
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('an account is at work again after a reload, under the same local id', () => {
  const first = openAccountSessions(tabKeyStorage())
  first.connect('Shop', 'secret-key-3f2a')
  const reloaded = openAccountSessions(tabKeyStorage()).current()
  expect(reloaded).toMatchObject({ name: 'Shop', keyTail: '3f2a', isKept: true })
  expect(reloaded?.session.apiKey).toBe('secret-key-3f2a')
  expect(reloaded?.session.profileId).toBe(first.current()?.session.profileId)
})

test('each connection is a session of its own; the one before is ended', () => {
  const sessions = openAccountSessions(tabKeyStorage())
  const changes = vi.fn<() => void>()
  sessions.subscribe(changes)
  sessions.connect('A', 'key-of-a')
  const a = sessions.current()?.session
  a?.queryClient.setQueryData(['rows'], ['of a'])
  sessions.connect('B', 'key-of-b')
  const b = sessions.current()?.session
  expect(a?.signal.aborted).toBe(true)
  expect(a?.queryClient.getQueryData(['rows'])).toBeUndefined()
  expect(b?.queryClient).not.toBe(a?.queryClient)
  expect(b?.profileId).not.toBe(a?.profileId)
  expect(changes).toHaveBeenCalledTimes(2)
})

test('forgetting leaves nothing of this app in the tab, and nothing of others is touched', () => {
  const sessions = openAccountSessions(tabKeyStorage())
  sessions.connect('Shop', 'secret-key-3f2a')
  Object.assign(storage, { 'marquee.poster-draft': '{}', 'another-app': 'its own' })
  const session = sessions.current()?.session
  sessions.forget()
  expect(sessions.current()).toBeNull()
  expect(session?.signal.aborted).toBe(true)
  expect(Object.keys(storage)).toEqual(['another-app'])
})

test.each(['not json', '{}', '{"profileId":"","name":"x","apiKey":"y"}', 'null', '[]'])(
  'what cannot be read from the tab is no account: %s',
  (text) => {
    storage['marquee.account'] = text
    expect(openAccountSessions(tabKeyStorage()).current()).toBeNull()
  },
)

test('a browser that refuses storage still connects, and says that the key is not kept', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const sessions = openAccountSessions(tabKeyStorage())
  sessions.connect('Shop', 'secret-key-3f2a')
  expect(sessions.current()).toMatchObject({ name: 'Shop', isKept: false })
  sessions.forget()
  expect(sessions.current()).toBeNull()
})

test.each([
  ['secret-key-3f2a', '3f2a'],
  ['abcdef', 'def'],
  ['abc', 'c'],
  ['a', ''],
])('of the key %s only %j is shown', (apiKey, tail) => {
  const sessions = openAccountSessions(tabKeyStorage())
  sessions.connect('Shop', apiKey)
  expect(sessions.current()?.keyTail).toBe(tail)
})
