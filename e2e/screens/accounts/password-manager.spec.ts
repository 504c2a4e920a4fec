import process from 'node:process'

import {
  addAccount,
  connectOnDevice,
  header,
  openAccounts,
  PASSPHRASE,
  showMoreOptions,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { awaitManager, fillsIn, openProfile, saveLogin } from '#e2e/support/password-manager.ts'
import { openAccountMenu } from '#e2e/support/screens.ts'

const browser = process.env['MARQUEE_WINDOWED_BROWSER'] ?? ''

test.skip(
  browser === '' || process.platform !== 'linux',
  'the password manager needs a full Chromium, and its file is known on Linux',
)

test('the browser fills in the passphrase where it belongs, and never as a key @release', async ({
  baseURL,
  guard,
  newAccount,
}, testInfo) => {
  const origin = baseURL ?? ''
  const profile = testInfo.outputPath('profile')
  const [first, second] = [newAccount(), newAccount()]
  const before = await openProfile(profile, browser, origin)
  const [setUp = await before.newPage()] = before.pages()
  await connectOnDevice(setUp, 'Shop', first.apiKey)
  await before.close()
  const vault = { username: 'Marquee accounts of this device', password: PASSPHRASE }
  saveLogin(profile, { origin, ...vault })
  // Another program on the same host.
  saveLogin(profile, { origin, username: 'admin', password: 'password of the router' })

  const context = await openProfile(profile, browser, origin)
  await guard.watch(context)
  const [page = await context.newPage()] = context.pages()
  if (!(await fillsIn(page, origin))) {
    await context.close()
    test.skip(true, 'as in Chromium 150, the password manager fills in no form of any page here')
  }
  const key = page.getByRole('textbox', { name: 'API key' })
  const name = page.getByRole('textbox', { name: 'Account name' })
  const passphrase = page.getByRole('textbox', { name: 'Passphrase' })

  await test.step('at the gate', async () => {
    await page.goto('/tasks')
    await expect(passphrase).toHaveValue(PASSPHRASE)
    await page.getByText('Connect with another key').click()
    await awaitManager(page)
    await expect(key).toHaveValue('')
    await showMoreOptions(page)
    await page.getByRole('radio', { name: /^On this device/ }).check()
    await expect(passphrase.last()).toHaveValue(PASSPHRASE)
    await awaitManager(page)
    await expect(key).toHaveValue('')
    await expect(name).toHaveValue('')
  })

  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(header(page, 'Shop')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await test.step('as the key of another account', async () => {
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Add account' }).click()
    await awaitManager(page, dialog)
    await expect(key).toHaveValue('')
    await expect(name).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('as the key that replaces one', async () => {
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Edit account' }).click()
    await awaitManager(page, dialog)
    await expect(key).toHaveValue('')
    await expect(name).toHaveValue('Shop')
    await page.keyboard.press('Escape')
  })

  await test.step('as a new passphrase', async () => {
    await addAccount(page, 'Mill', second.apiKey)
    await openAccounts(page)
    await page.getByRole('button', { name: 'Change passphrase' }).click()
    await expect(page.getByLabel('Current passphrase')).toHaveValue(PASSPHRASE)
    await awaitManager(page, dialog)
    await expect(page.getByLabel('New passphrase')).toHaveValue('')
  })
  await context.close()
})
