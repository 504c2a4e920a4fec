import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { followVault, openAccountActions } from '#web/accounts/account-actions.ts'
import { closeTabs, leaveRoom, openTab, stubStorages } from '#web/accounts/accounts.fixture.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { browserKeyStorage, profileIdOf } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'

const passphrase = 'correct horse battery'
const shop = account('Shop', 'secret-key-3f2a')
const mill = account('Mill', 'key-of-the-mill')

function account(name: string | undefined, apiKey: string, isReadOnly = false) {
  return { name, defaultName: 'Account 1', apiKey, isReadOnly }
}

let local: Record<string, unknown>
let session: Record<string, unknown>
beforeEach(() => {
  deriveQuickly()
  closeTabs()
  const storages = stubStorages()
  local = storages.local
  session = storages.session
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function openHome(): AccountServices {
  const { sessions } = openTab(session)
  return { sessions, storage: browserKeyStorage(), clock: browserLockClock() }
}

const idOf = ({ sessions }: AccountServices, name: string) =>
  sessions.state.get().accounts.find((one) => one.name === name)?.profileId ?? ''

const LIMIT = 'marquee.points-limit.'

describe('what this device keeps for a key', () => {
  const connectIn = async (tab: Record<string, unknown>, key = 'secret-key-3f2a') => {
    const { sessions, inTab } = openTab(tab)
    const services = { sessions, storage: browserKeyStorage(), clock: browserLockClock() }
    await inTab(async () => openAccountActions(services).connect(account('Shop', key), null))
    return { services, id: idOf(services, 'Shop') }
  }

  test('is found in every tab, after a lock and whenever it is connected again, until it is signed out', async () => {
    const { services, id } = await connectIn(session)
    local[`${LIMIT}${id}`] = '500'
    expect((await connectIn({ ...session, marquee: '' })).id).toBe(id)
    expect((await connectIn({ ...session }, 'key-of-the-mill')).id).not.toBe(id)
    services.sessions.lock('asked')
    expect(local).toHaveProperty(`${LIMIT}${id}`)
    await openAccountActions(services).connect(shop, null)
    expect(idOf(services, 'Shop')).toBe(id)
    expect(JSON.stringify(local)).not.toMatch(/secret|3f2a/)
    await openAccountActions(services).signOut(id)
    const left = Object.entries(local).filter((entry) => entry.join().includes(id))
    expect(left.map(([entry]) => entry)).toEqual(['marquee.signed-out'])
    await openAccountActions(services).connect(shop, null)
    expect(idOf(services, 'Shop')).not.toBe(id)
  })

  test.each<[string, () => void]>([
    ['cannot be found where there is no cryptography', () => vi.stubGlobal('crypto', noSubtle())],
    ['cannot be found where nothing is stored', () => leaveRoom(0)],
    [
      'does not come back if everything is forgotten meanwhile',
      () => {
        vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(() => {
          for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
          return Promise.resolve(new ArrayBuffer(16))
        })
      },
    ],
  ])('%s', async (_, prepare) => {
    prepare()
    expect(await profileIdOf('secret-key-3f2a')).not.toBe(await profileIdOf('secret-key-3f2a'))
    expect(Object.keys(local).filter((entry) => entry.startsWith('marquee.profile'))).toEqual([])
  })
})

/** As over plain HTTP. */
function noSubtle() {
  return { getRandomValues: crypto.getRandomValues.bind(crypto) }
}

/** What the vault holds, as another tab would open it. */
async function vaultOf(services: AccountServices) {
  services.sessions.lockTab('asked')
  await openAccountActions(services).unlock(passphrase)
  return services.sessions.state.get().accounts.map(({ name, keyTail, isReadOnly }) => ({
    name,
    keyTail,
    isReadOnly,
  }))
}

describe('replacing the key of an account of the device', () => {
  test('changes the tab and the vault', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, passphrase)
    expect(
      await actions.replaceKey(idOf(services, 'Shop'), {
        name: 'Shop',
        apiKey: 'another-key-77ab',
        isReadOnly: false,
      }),
    ).toBeUndefined()
    expect(services.sessions.current()).toMatchObject({ keyTail: '77ab', keep: 'device' })
    expect(await vaultOf(services)).toEqual([{ name: 'Shop', keyTail: '77ab', isReadOnly: false }])
  })

  test('changes neither and returns the problem if the browser does not store it', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, passphrase)
    leaveRoom(10)
    const longer = 'another-key-that-is-longer'
    expect(
      await actions.replaceKey(idOf(services, 'Shop'), {
        name: 'Shop',
        apiKey: longer,
        isReadOnly: false,
      }),
    ).toBe('not-stored')
    expect(services.sessions.current()).toMatchObject({ keyTail: '3f2a' })
    leaveRoom(10_000)
    expect(await vaultOf(services)).toMatchObject([{ keyTail: '3f2a' }])
  })
})

describe('an action that ends after a lock opens no account:', () => {
  test.each<[string, (services: AccountServices) => Promise<unknown>]>([
    ['adding an account', (services) => openAccountActions(services).connect(mill, passphrase)],
    [
      'changing the passphrase',
      (services) =>
        openAccountActions(services).changePassphrase(passphrase, 'another horse battery'),
    ],
    [
      'renaming an account',
      (services) => openAccountActions(services).change(idOf(services, 'Shop'), { name: 'Shop 2' }),
    ],
    [
      'importing a file',
      (services) =>
        openAccountActions(services).importVault(String(local['marquee.vault']), passphrase),
    ],
  ])('%s', async (_what, act) => {
    const services = openHome()
    await openAccountActions(services).connect(shop, passphrase)
    const acting = act(services)
    services.sessions.lock('asked')
    await acting
    expect(services.sessions.state.get()).toMatchObject({ account: null, locked: 'asked' })
    expect(JSON.stringify(session)).not.toContain('secret-key-3f2a')
  })
})

describe('connecting an account of the device again', () => {
  test('keeps its read-only mark and its name, also in the vault', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(account('Shop', shop.apiKey, true), passphrase)
    await actions.connect(account(undefined, shop.apiKey), null)
    const marked = [{ name: 'Shop', keyTail: '3f2a', isReadOnly: true }]
    expect(await vaultOf(services)).toEqual(marked)
    services.sessions.lockTab('asked')
    await actions.connect(account(undefined, shop.apiKey), passphrase)
    expect(await vaultOf(services)).toEqual(marked)
  })

  test('marks it as read-only if asked to', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, passphrase)
    await actions.connect(account('Shop', shop.apiKey, true), null)
    expect(await vaultOf(services)).toEqual([{ name: 'Shop', keyTail: '3f2a', isReadOnly: true }])
    expect(services.sessions.current()?.session.isReadOnly).toBe(true)
  })
})

describe('marks of tasks', () => {
  const star = { 'uuid a': { isStarred: true, isHidden: false, note: '' } }
  const mark = async (services: AccountServices) =>
    openAccountActions(services).change(idOf(services, 'Shop'), () => ({ marks: star }))
  const marksOfTab = ({ sessions }: AccountServices) =>
    sessions.tabAccounts()?.accounts.map(({ marks }) => marks)

  test('go with an account that is moved to the device, and come back after unlocking', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, null)
    await mark(services)
    await actions.keepOnDevice(idOf(services, 'Shop'), passphrase)
    await vaultOf(services)
    expect(marksOfTab(services)).toEqual([star])
    expect(JSON.stringify(local)).not.toContain('uuid a')
  })

  test('go into the vault when the account is connected again on the device', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, null)
    await mark(services)
    await actions.connect(shop, passphrase)
    await vaultOf(services)
    expect(marksOfTab(services)).toEqual([star])
  })

  test('of a tab join those of the same account in the vault', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(shop, passphrase)
    services.sessions.lockTab('asked')
    await actions.connect(shop, null)
    await mark(services)
    await actions.unlock(passphrase)
    await vaultOf(services)
    expect(marksOfTab(services)).toEqual([star])
  })

  test('of a tab are kept when another tab keeps the account on the device', async () => {
    const services = openHome()
    const actions = openAccountActions(services)
    await actions.connect(mill, passphrase)
    await actions.connect(shop, null)
    await mark(services)
    const own = session
    session = {}
    const other = openHome()
    await openAccountActions(other).unlock(passphrase)
    await openAccountActions(other).connect(shop, passphrase)
    session = own
    await followVault(services)
    await vaultOf(services)
    expect(marksOfTab(services)).toContainEqual(star)
  })

  test('change neither in the tab nor in the vault if the browser does not store them', async () => {
    const services = openHome()
    await openAccountActions(services).connect(shop, passphrase)
    leaveRoom(10)
    expect(await mark(services)).toBe('not-stored')
    expect(marksOfTab(services)).toEqual([{}])
  })

  test('are gone with a lock of the tab that kept them', async () => {
    const services = openHome()
    await openAccountActions(services).connect(shop, null)
    await mark(services)
    expect(JSON.stringify(session)).toContain('uuid a')
    services.sessions.lock('asked')
    expect(JSON.stringify(session)).not.toContain('uuid a')
  })
})

test('taking over a change of another tab late does not undo a newer one', async () => {
  const services = openHome()
  const actions = openAccountActions(services)
  await actions.connect(shop, passphrase)
  // Another tab has written, and this one starts to take that over.
  const open = services.sessions.tabAccounts()
  if (open === null) throw new Error('nothing is open')
  services.sessions.adopt({ accounts: open.accounts, key: open.vaultKey ?? '', mark: 'of before' })
  const following = followVault(services)
  await actions.connect(mill, passphrase)
  await following
  expect(services.sessions.state.get().accounts.map(({ name }) => name)).toEqual(['Shop', 'Mill'])
})

test.each([
  ['{"format":"marquee-vault","version":9}', 'vault-changed'],
  ['something else', 'vault-changed'],
])('a vault that another tab has made unreadable locks this tab: %s', async (text, reason) => {
  const services = openHome()
  await openAccountActions(services).connect(shop, passphrase)
  local['marquee.vault'] = text
  await followVault(services)
  expect(services.sessions.state.get()).toMatchObject({ account: null, locked: reason })
})

test('a key that the device does not store is kept in the tab', async () => {
  const services = openHome()
  leaveRoom(10)
  const actions = openAccountActions(services)
  expect(await actions.connect(shop, passphrase)).toBeUndefined()
  expect(services.sessions.current()).toMatchObject({ name: 'Shop', keep: 'tab' })
})
