import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { StoredAccount } from '#web/accounts/account-record.ts'
import { leaveRoom, storedAccount, stubStorages } from '#web/accounts/accounts.fixture.ts'
import {
  type DeviceVault,
  openDeviceVault,
  type VaultResult,
} from '#web/accounts/vault/device-vault.ts'
import type { Opener } from '#web/accounts/vault/vault-format.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { type TaskMarks, withMarks } from '#web/task-list/task-marks.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'

const passphrase = 'correct horse battery'
const shop = storedAccount()
const mill = storedAccount({ profileId: 'p2', name: 'Mill', apiKey: 'key-of-the-mill' })

let local: Record<string, unknown>
let vault: DeviceVault
beforeEach(() => {
  deriveQuickly()
  local = stubStorages().local
  vault = openDeviceVault(browserKeyStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const add = async (account: StoredAccount, opener: Opener) =>
  vault.add({ ...account, defaultName: 'Account' }, account.profileId, account.usedAt, opener)
const stored = () => local['marquee.vault']
const namesOf = (result: VaultResult) =>
  result.ok ? result.vault.accounts.map(({ name }) => name) : result.problem
const noted = (note: string) => ({ isStarred: false, isHidden: false, note })
const marksIn = async (key: string) => {
  const opened = await vault.open({ key })
  return opened.ok ? opened.vault.accounts.map(({ marks }) => marks) : opened.problem
}
const keyOf = (result: VaultResult) => (result.ok ? result.vault.key : '')

test('the first account creates the vault; others are added with its key or its passphrase', async () => {
  expect(vault.exists()).toBe(false)
  const key = keyOf(await add(shop, { passphrase }))
  expect(namesOf(await add(mill, { key }))).toEqual(['Shop', 'Mill'])
  const guest = storedAccount({ profileId: 'p3', name: 'Guest', apiKey: 'key-of-the-guest' })
  expect(namesOf(await add(guest, { passphrase }))).toEqual(['Shop', 'Mill', 'Guest'])
  expect(namesOf(await vault.open({ passphrase }))).toEqual(['Shop', 'Mill', 'Guest'])
})

test('an account is changed, replaced and removed; removing the last one removes the vault', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  await add(mill, { key })
  expect(namesOf(await vault.change('p1', { name: 'Shop 2' }, key))).toEqual(['Shop 2', 'Mill'])
  const next = storedAccount({ profileId: 'p9', name: 'New', apiKey: 'new-key' })
  expect(namesOf(await vault.replace('p1', next, key))).toEqual(['New', 'Mill'])
  expect(namesOf(await vault.remove('p2', key))).toEqual(['New'])
  expect(namesOf(await vault.remove('p9', key))).toEqual([])
  expect(stored()).toBeUndefined()
})

test.each([passphrase, 'correct-horse-battery', '口令是四个汉字以上的长句子', '"quoted-phrase"'])(
  'knows its passphrase %j where another text was asked for',
  async (own) => {
    await add(shop, { passphrase: own })
    const typed = [own, ` ${own}\n`, `x${own}`]
    const found = await Promise.all(typed.map(async (text) => vault.hasPassphrase(text)))
    expect(found).toEqual([true, true, false])
  },
)

test('knows its passphrase with what is left out of a key, until it is changed', async () => {
  await add(shop, { passphrase: 'correct-horse-battery' })
  expect(await vault.hasPassphrase('"correct-horse-battery",')).toBe(true)
  await vault.changePassphrase('correct-horse-battery', passphrase)
  expect(await vault.hasPassphrase('correct-horse-battery')).toBe(false)
  local['marquee.vault'] = 'damaged'
  expect(await vault.hasPassphrase(passphrase)).toBe(false)
})

test('a key costs one derivation; without a vault, or if it is too short for a passphrase, none', async () => {
  const derivations = vi.spyOn(crypto.subtle, 'deriveBits').mock.calls
  const before = derivations.length
  expect(await vault.hasPassphrase(passphrase)).toBe(false)
  await add(shop, { passphrase })
  expect(await vault.hasPassphrase('sk-1')).toBe(false)
  expect(derivations).toHaveLength(before + 1)
  expect(await vault.hasPassphrase(shop.apiKey)).toBe(false)
  expect(derivations).toHaveLength(before + 2)
})

test('two tabs that create the vault at once create one with both accounts', async () => {
  const other = openDeviceVault(browserKeyStorage())
  await Promise.all([
    add(shop, { passphrase }),
    other.add({ ...mill, defaultName: '' }, mill.profileId, 1, { passphrase }),
  ])
  expect(namesOf(await vault.open({ passphrase }))).toEqual(['Shop', 'Mill'])
})

test('adding a known key keeps its id, its read-only mark, and its name if none is given', async () => {
  const marked = { ...shop, isReadOnly: true }
  await add(marked, { passphrase })
  const again = { ...shop, name: undefined, defaultName: 'Account 2' }
  const result = await vault.add(again, 'another-id', 7, { passphrase })
  expect(result).toMatchObject({
    vault: { accounts: [{ profileId: 'p1', name: 'Shop', isReadOnly: true, usedAt: 7 }] },
  })
})

test('adding a known key keeps its marks, and adds those of further tasks', async () => {
  const key = keyOf(await add({ ...shop, marks: { 'uuid a': noted('vault') } }, { passphrase }))
  const tabVault = { 'uuid a': noted('tab'), 'uuid b': noted('tab') }
  await add({ ...shop, marks: tabVault }, { key })
  expect(await marksIn(key)).toEqual([{ 'uuid a': noted('vault'), 'uuid b': noted('tab') }])
})

test('a replaced key is in the vault once; changing the old account fails', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  await add(mill, { key })
  const next = { ...shop, profileId: 'p9', apiKey: mill.apiKey }
  expect(namesOf(await vault.replace('p1', next, key))).toEqual(['Shop'])
  const before = stored()
  expect(await vault.replace('p1', next, key)).toEqual({ ok: false, problem: 'none' })
  expect(await vault.change('p1', { name: 'X' }, key)).toEqual({ ok: false, problem: 'none' })
  expect(stored()).toBe(before)
})

test('a vault that is removed during a change does not come back', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  const changing = vault.change('p1', { name: 'X' }, key)
  // Remove it between reading and writing.
  await Promise.resolve()
  Reflect.deleteProperty(local, 'marquee.vault')
  expect(await changing).toMatchObject({ ok: false })
  expect(stored()).toBeUndefined()
})

test('the vault has the changes of two tabs that were made at once', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  const other = openDeviceVault(browserKeyStorage())
  await Promise.all([add(mill, { key }), other.change('p1', { name: 'Renamed' }, key)])
  expect(namesOf(await vault.open({ key }))).toEqual(['Renamed', 'Mill'])
})

test('two tabs that mark tasks at once both keep their marks, also of the same task', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  const other = openDeviceVault(browserKeyStorage())
  const marking = (task: string, change: Partial<TaskMarks>) => (account: StoredAccount) => ({
    marks: withMarks(account.marks, [task], change),
  })
  await Promise.all([
    vault.change('p1', marking('uuid a', { note: 'ticket 4711' }), key),
    other.change('p1', marking('uuid b', { isHidden: true }), key),
    other.change('p1', marking('uuid a', { isStarred: true }), key),
  ])
  expect(await marksIn(key)).toEqual([
    {
      'uuid a': { ...noted('ticket 4711'), isStarred: true },
      'uuid b': { ...noted(''), isHidden: true },
    },
  ])
  expect(String(stored())).not.toContain('4711')
})

test('a replaced key keeps the marks of the vault, and gets those of the account that had the new key', async () => {
  const key = keyOf(await add({ ...shop, marks: { 'uuid a': noted('a') } }, { passphrase }))
  await add({ ...mill, marks: { 'uuid a': noted('other'), 'uuid b': noted('b') } }, { key })
  // What the tab knows is older.
  await vault.replace('p1', { ...shop, profileId: 'p9', apiKey: mill.apiKey }, key)
  expect(await marksIn(key)).toEqual([{ 'uuid a': noted('a'), 'uuid b': noted('b') }])
})

describe('nothing is overwritten', () => {
  test.each([
    ['an account is added', () => add(mill, { passphrase: 'another passphrase' })],
    ['an account is changed', () => vault.change('p1', { name: 'X' }, btoa('x'.repeat(32)))],
    ['the passphrase is changed', () => vault.changePassphrase('another one', 'a new passphrase')],
    ['a vault that is damaged is imported', () => vault.merge('{"format":"marq', passphrase, null)],
  ])('if the vault does not open: %s', async (_what, act) => {
    await add(shop, { passphrase })
    const before = stored()
    expect(await act()).toMatchObject({ ok: false })
    expect(stored()).toBe(before)
  })

  test.each(['', '{}', 'not ours', '{"format":"marquee-vault","version":7}'])(
    'where something else stands in its place: %j',
    async (text) => {
      local['marquee.vault'] = text
      expect(await add(shop, { passphrase })).toMatchObject({ ok: false })
      expect(stored()).toBe(text)
    },
  )

  test('if the storage is full: the new account is not stored, and the others stay', async () => {
    const key = keyOf(await add(shop, { passphrase }))
    const before = String(stored())
    leaveRoom(before.length)
    expect(await add(mill, { key })).toEqual({ ok: false, problem: 'not-stored' })
    expect(stored()).toBe(before)
    expect(namesOf(await vault.open({ key }))).toEqual(['Shop'])
  })

  test('if the passphrase is too short', async () => {
    expect(await add(shop, { passphrase: 'elevenchars' })).toEqual({
      ok: false,
      problem: 'passphrase-too-short',
    })
    expect(vault.exists()).toBe(false)
    await add(shop, { passphrase })
    const before = stored()
    expect(await vault.changePassphrase(passphrase, '🔑'.repeat(11))).toMatchObject({ ok: false })
    expect(stored()).toBe(before)
  })
})

test('a new passphrase opens the same accounts; the old one and the old key do not', async () => {
  const key = keyOf(await add(shop, { passphrase }))
  const changed = await vault.changePassphrase(passphrase, 'a new passphrase')
  expect(namesOf(changed)).toEqual(['Shop'])
  expect(keyOf(changed)).not.toBe(key)
  expect(namesOf(await vault.open({ passphrase: 'a new passphrase' }))).toEqual(['Shop'])
  expect(namesOf(await vault.open({ passphrase }))).toBe('wrong-passphrase')
  expect(namesOf(await vault.open({ key }))).toBe('wrong-passphrase')
})

describe('importing a vault', () => {
  async function exportOf(...accounts: (typeof shop)[]): Promise<string> {
    local = stubStorages().local
    for (const account of accounts) await add(account, { passphrase: 'of the other device' })
    const text = String(stored())
    local = stubStorages().local
    return text
  }

  test('makes it the vault of a device that has none, with the same passphrase', async () => {
    const text = await exportOf(shop, mill)
    expect(await vault.merge(text, 'of the other device', null)).toMatchObject({
      ok: true,
      added: 2,
      known: 0,
    })
    expect(namesOf(await vault.open({ passphrase: 'of the other device' }))).toHaveLength(2)
  })

  test('adds new accounts and leaves the others as they are', async () => {
    const text = await exportOf({ ...shop, profileId: 'x', name: 'Shop there' }, mill)
    const key = keyOf(await add(shop, { passphrase }))
    const merged = await vault.merge(text, 'of the other device', key)
    expect(merged).toMatchObject({ ok: true, added: 1, known: 1 })
    expect(namesOf(merged)).toEqual(['Shop', 'Mill'])
    expect(namesOf(await vault.open({ passphrase }))).toEqual(['Shop', 'Mill'])
  })

  test('fails if the vault of this device is locked or damaged', async () => {
    const text = await exportOf(mill)
    await add(shop, { passphrase })
    expect(await vault.merge(text, 'of the other device', null)).toMatchObject({ of: 'device' })
    local['marquee.vault'] = '{"format":"marquee-vault", damaged'
    expect(await vault.merge(text, 'of the other device', null)).toMatchObject({ of: 'device' })
    expect(await vault.merge('{"format":"marquee-vault"', 'of the other device', null)).toEqual({
      ok: false,
      problem: 'damaged',
      of: 'file',
    })
  })

  test('adds the marks of tasks that an account has none of, and changes no others', async () => {
    const there = { 'uuid a': noted('theirs'), 'uuid b': noted('theirs') }
    const text = await exportOf({ ...shop, marks: there }, { ...mill, marks: there })
    const key = keyOf(await add({ ...shop, marks: { 'uuid a': noted('mine') } }, { passphrase }))
    await vault.merge(text, 'of the other device', key)
    expect(await marksIn(key)).toEqual([
      { 'uuid a': noted('mine'), 'uuid b': noted('theirs') },
      there,
    ])
  })

  test('never gives two accounts one id', async () => {
    const text = await exportOf({ ...mill, profileId: 'p1' })
    const key = keyOf(await add(shop, { passphrase }))
    const merged = await vault.merge(text, 'of the other device', key)
    const ids = merged.ok ? merged.vault.accounts.map(({ profileId }) => profileId) : []
    expect(new Set(ids).size).toBe(2)
  })
})
