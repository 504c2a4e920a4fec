import { beforeEach, expect, test, vi } from 'vitest'

import { canNameKeys } from '#web/api/tab-entries.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'

beforeEach(deriveQuickly)

const saltOf = (first: number) => new Uint8Array(16).fill(first)
const salt = (first: number) => ({ salt: () => Promise.resolve(saltOf(first)) })
const nothing = { salt: () => Promise.resolve(undefined) }
const session = (apiKey: string, profileId = 'profile-1') => ({ apiKey, profileId })

test('a key has the same name in every tab, and the name contains nothing of the key', async () => {
  const { name } = await ownerOf(session('secret-key'), salt(1))
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(await ownerOf(session('secret-key', 'profile-2'), salt(1))).toEqual({
    name,
    session: 'profile-2',
  })
  expect((await ownerOf(session('another-key'), salt(1))).name).not.toBe(name)
  expect((await ownerOf(session('secret-key'), salt(2))).name).not.toBe(name)
})

test('derives a name in 600,000 rounds', async () => {
  // With the real derivation.
  vi.restoreAllMocks()
  const { name } = await ownerOf(session('secret-key'), salt(1))
  // As Python has it: pbkdf2_hmac('sha256', b'secret-key', bytes([1] * 16), 600_000, 16).hex()
  expect(name).toBe('06690add4a96b8e8cb1af42f526ab2af')
})

test('derives the name once for a session, and again if the salt changes', async () => {
  const derive = vi.spyOn(crypto.subtle, 'deriveBits')
  const mine = session('secret-key')
  const { name } = await ownerOf(mine, salt(1))
  expect((await ownerOf(mine, salt(1))).name).toBe(name)
  expect(derive).toHaveBeenCalledTimes(1)
  expect((await ownerOf(mine, salt(2))).name).not.toBe(name)
})

test('returns no name without a salt, and tries again on the next call', async () => {
  const mine = session('secret-key')
  expect(await ownerOf(mine, nothing)).toEqual({ name: undefined, session: 'profile-1' })
  expect((await ownerOf(mine, salt(1))).name).toBeDefined()
})

test('keeps the name if the salt cannot be read later', async () => {
  const mine = session('secret-key')
  const { name } = await ownerOf(mine, salt(1))
  expect((await ownerOf(mine, nothing)).name).toBe(name)
})

test('tries again after the derivation has failed', async () => {
  const mine = session('secret-key')
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(
    new DOMException('no memory', 'OperationError'),
  )
  expect((await ownerOf(mine, salt(1))).name).toBeUndefined()
  expect((await ownerOf(mine, salt(1))).name).toBeDefined()
})

test('returns no name without Web Crypto, and does not read the salt', async () => {
  const reading = vi.fn<typeof nothing.salt>(nothing.salt)
  expect(canNameKeys()).toBe(true)
  vi.stubGlobal('crypto', {})
  expect(canNameKeys()).toBe(false)
  const mine = session('secret-key')
  expect(await ownerOf(mine, { salt: reading })).toEqual({ name: undefined, session: 'profile-1' })
  expect(reading).not.toHaveBeenCalled()
})
