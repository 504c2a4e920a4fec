import { expect, test } from 'vitest'

import { ownerOf } from '#web/api/attempt-owner.ts'

const salt = (first: number) => ({
  salt: () => Promise.resolve(new Uint8Array(16).fill(first)),
})
const session = (apiKey: string, profileId = 'profile-1') => ({ apiKey, profileId })

test('a key has the same name in every tab of a browser, and nothing of the key in it', async () => {
  const name = await ownerOf(session('secret-key'), salt(1))
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(await ownerOf(session('secret-key', 'profile-2'), salt(1))).toBe(name)
  expect(await ownerOf(session('another-key'), salt(1))).not.toBe(name)
  expect(await ownerOf(session('secret-key'), salt(2))).not.toBe(name)
})

test('where the browser keeps nothing, the session stands for itself', async () => {
  const nothing = { salt: () => Promise.resolve(undefined) }
  expect(await ownerOf(session('secret-key'), nothing)).toBe('profile-1')
})
