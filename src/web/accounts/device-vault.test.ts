import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { leaveRoom, storedAccount, stubStorages } from '#web/accounts/accounts.fixture.ts'
import { type DeviceVault, openDeviceVault, type VaultResult } from '#web/accounts/device-vault.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'

const passphrase = 'correct horse battery'
const shop = storedAccount()
const mill = storedAccount({ profileId: 'p2', name: 'Mill', apiKey: 'key-of-the-mill' })

let local: Record<string, unknown>
let vault: DeviceVault
beforeEach(() => {
  local = stubStorages().local
  vault = openDeviceVault(browserKeyStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const stored = () => local['marquee.vault']
const namesOf = (result: VaultResult) =>
  result.ok ? result.vault.accounts.map(({ name }) => name) : result.problem
const keyOf = (result: VaultResult) => (result.ok ? result.vault.key : '')

test('the first account makes the vault; another one joins it with its key or its passphrase', async () => {
  expect(vault.exists()).toBe(false)
  const key = keyOf(await vault.add(shop, { passphrase }))
  expect(namesOf(await vault.add(mill, { key }))).toEqual(['Shop', 'Mill'])
  const guest = storedAccount({ profileId: 'p3', name: 'Guest', apiKey: 'key-of-the-guest' })
  expect(namesOf(await vault.add(guest, { passphrase }))).toEqual(['Shop', 'Mill', 'Guest'])
  expect(namesOf(await vault.open({ passphrase }))).toEqual(['Shop', 'Mill', 'Guest'])
})

test('an account is changed, takes another’s place, and goes; with the last one goes the vault', async () => {
  const key = keyOf(await vault.add(shop, { passphrase }))
  await vault.add(mill, { key })
  expect(namesOf(await vault.change('p1', { name: 'Shop 2' }, key))).toEqual(['Shop 2', 'Mill'])
  const next = storedAccount({ profileId: 'p9', name: 'New', apiKey: 'new-key' })
  expect(namesOf(await vault.replace('p1', next, key))).toEqual(['New', 'Mill'])
  expect(namesOf(await vault.remove('p2', key))).toEqual(['New'])
  expect(namesOf(await vault.remove('p9', key))).toEqual([])
  expect(stored()).toBeUndefined()
})

test('changes of two tabs at once are both in the vault', async () => {
  const key = keyOf(await vault.add(shop, { passphrase }))
  const other = openDeviceVault(browserKeyStorage())
  await Promise.all([vault.add(mill, { key }), other.change('p1', { name: 'Renamed' }, key)])
  expect(namesOf(await vault.open({ key }))).toEqual(['Renamed', 'Mill'])
})

describe('nothing is overwritten', () => {
  test.each([
    ['an account is added', () => vault.add(mill, { passphrase: 'another passphrase' })],
    ['an account is changed', () => vault.change('p1', { name: 'X' }, btoa('x'.repeat(32)))],
    ['the passphrase is changed', () => vault.changePassphrase('another one', 'a new passphrase')],
    ['a vault that is damaged is imported', () => vault.merge('{"format":"marq', passphrase, null)],
  ])('where the vault does not open: %s', async (_what, act) => {
    await vault.add(shop, { passphrase })
    const before = stored()
    expect(await act()).toMatchObject({ ok: false })
    expect(stored()).toBe(before)
  })

  test.each(['', '{}', 'not ours', '{"format":"marquee-vault","version":7}'])(
    'where something else stands in its place: %j',
    async (text) => {
      local['marquee.vault'] = text
      expect(await vault.add(shop, { passphrase })).toMatchObject({ ok: false })
      expect(stored()).toBe(text)
    },
  )

  test('where the storage is full: the account is not kept, and those before are', async () => {
    const key = keyOf(await vault.add(shop, { passphrase }))
    const before = String(stored())
    leaveRoom(before.length)
    expect(await vault.add(mill, { key })).toEqual({ ok: false, problem: 'not-stored' })
    expect(stored()).toBe(before)
    expect(namesOf(await vault.open({ key }))).toEqual(['Shop'])
  })

  test('where the passphrase is too short to keep anything safe', async () => {
    expect(await vault.add(shop, { passphrase: 'elevenchars' })).toEqual({
      ok: false,
      problem: 'passphrase-too-short',
    })
    expect(vault.exists()).toBe(false)
    await vault.add(shop, { passphrase })
    const before = stored()
    expect(await vault.changePassphrase(passphrase, '🔑'.repeat(11))).toMatchObject({ ok: false })
    expect(stored()).toBe(before)
  })
})

test('another passphrase opens the same accounts; neither the old one nor the old key does', async () => {
  const key = keyOf(await vault.add(shop, { passphrase }))
  const changed = await vault.changePassphrase(passphrase, 'a new passphrase')
  expect(namesOf(changed)).toEqual(['Shop'])
  expect(keyOf(changed)).not.toBe(key)
  expect(namesOf(await vault.open({ passphrase: 'a new passphrase' }))).toEqual(['Shop'])
  expect(namesOf(await vault.open({ passphrase }))).toBe('wrong-passphrase')
  expect(namesOf(await vault.open({ key }))).toBe('wrong-passphrase')
})

describe('a vault that was exported', () => {
  async function exportOf(...accounts: (typeof shop)[]): Promise<string> {
    local = stubStorages().local
    for (const account of accounts) await vault.add(account, { passphrase: 'of the other device' })
    const text = vault.exported() ?? ''
    local = stubStorages().local
    return text
  }

  test('is this device’s, where there was none, with the passphrase that it has', async () => {
    const text = await exportOf(shop, mill)
    expect(await vault.merge(text, 'of the other device', null)).toMatchObject({
      ok: true,
      added: 2,
      known: 0,
    })
    expect(namesOf(await vault.open({ passphrase: 'of the other device' }))).toHaveLength(2)
  })

  test('adds what is not here yet, and leaves what is as it was', async () => {
    const text = await exportOf({ ...shop, profileId: 'x', name: 'Shop there' }, mill)
    const key = keyOf(await vault.add(shop, { passphrase }))
    const merged = await vault.merge(text, 'of the other device', key)
    expect(merged).toMatchObject({ ok: true, added: 1, known: 1 })
    expect(namesOf(merged)).toEqual(['Shop', 'Mill'])
    expect(namesOf(await vault.open({ passphrase }))).toEqual(['Shop', 'Mill'])
  })

  test('never gives two accounts one id', async () => {
    const text = await exportOf({ ...mill, profileId: 'p1' })
    const key = keyOf(await vault.add(shop, { passphrase }))
    const merged = await vault.merge(text, 'of the other device', key)
    const ids = merged.ok ? merged.vault.accounts.map(({ profileId }) => profileId) : []
    expect(new Set(ids).size).toBe(2)
  })
})
