import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import {
  closeBrowser,
  loseActions,
  mill,
  openBrowser,
  shop,
  WAKES,
} from '#web/accounts/lock/account-watch.fixture.ts'
import { leaveRoom, storedAccount } from '#web/accounts/accounts.fixture.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { openDeviceVault } from '#web/accounts/vault/device-vault.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'

const passphrase = 'correct horse battery'

let browser: ReturnType<typeof openBrowser>
beforeEach(() => {
  deriveQuickly()
  browser = openBrowser()
})
afterEach(closeBrowser)

const nextChange = async ({ sessions }: AccountServices) =>
  new Promise<void>((resolve) => {
    sessions.state.subscribe(() => {
      resolve()
    })
  })

/** A watched tab with an account of an unreadable vault. The vault is never opened. */
function openSealed() {
  const tab = browser.openWatched()
  browser.local['marquee.vault'] = 'as it was'
  tab.sessions.adopt({ accounts: [storedAccount()], key: 'vault-key', mark: 'as it was' })
  return tab
}

test.each<[string, () => void]>([
  ['on the storage event', () => browser.page.isStored('marquee.vault')],
  ...WAKES.map((wake): [string, () => void] => [
    `on ${wake}, if that event was missed`,
    () => browser.page.happensInside(wake),
  ]),
])('a vault that another tab has changed is taken over %s', async (_when, act) => {
  const { services, sessions } = browser.openWatched()
  await openAccountActions(services).connect(shop, passphrase)
  const key = sessions.tabAccounts()?.vaultKey ?? ''
  await openDeviceVault(services.storage).add(mill, 'p2', Date.now(), { key })
  const before = sessions.current()?.session
  const changed = nextChange(services)
  act()
  await changed
  expect(sessions.state.get().accounts.map(({ name }) => name)).toEqual(['Shop', 'Mill'])
  expect(sessions.current()?.session).toBe(before)
})

test('a passphrase changed in another tab locks this one', async () => {
  const { services, sessions } = browser.openWatched()
  await openAccountActions(services).connect(shop, passphrase)
  await openDeviceVault(services.storage).changePassphrase(passphrase, 'another horse battery')
  const changed = nextChange(services)
  browser.page.isStored('marquee.vault')
  await changed
  expect(sessions.state.get()).toMatchObject({ account: null, locked: 'passphrase-changed' })
})

test('a changed vault that cannot be read locks this tab only', async () => {
  const { services, sessions } = openSealed()
  const other = browser.openOther()
  browser.local['marquee.vault'] = 'as it is'
  loseActions()
  const changed = nextChange(services)
  browser.page.isStored('marquee.vault')
  await changed
  expect(sessions.state.get()).toMatchObject({ account: null, locked: 'vault-changed' })
  expect(JSON.stringify(browser.session)).not.toMatch(/secret-key|vault-key/)
  expect(other.sessions.current()).not.toBeNull()
})

test('an unchanged vault needs no code that may not load', async () => {
  const { sessions } = openSealed()
  const before = sessions.current()
  loseActions()
  browser.page.isStored('marquee.vault')
  browser.page.happensInside('pageshow')
  await vi.dynamicImportSettled()
  expect(sessions.current()).toBe(before)
})

test('an emptied storage closes the vault, even if the times of use were never stored', async () => {
  const { clock, services, sessions } = openSealed()
  leaveRoom(0)
  clock.noteOpened(Date.now())
  browser.empty()
  const changed = nextChange(services)
  browser.page.isStored(null)
  await changed
  expect(sessions.state.get()).toMatchObject({ account: null, locked: null })
})
