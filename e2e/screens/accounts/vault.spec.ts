import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import {
  addAccount,
  connectOnDevice,
  giveKey,
  header,
  openAccounts,
  PASSPHRASE,
  storedText,
  switchTo,
  unlock,
  showMoreOptions,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { taskRows } from '#e2e/support/screens.ts'

const passphrase = (page: Page) => page.getByRole('textbox', { name: 'Passphrase' })
/** What the browser stores of the accounts, whose text is longer than any other; '': nothing. */
const storedVault = (page: Page) =>
  page.evaluate(() => {
    const textOf = (entry: string) => localStorage.getItem(entry) ?? ''
    const name = Object.keys(localStorage).find((entry) => textOf(entry).length > 200) ?? ''
    return { name, text: textOf(name) }
  })

/** What a form's fields tell password managers. */
const fieldKinds = (page: Page) =>
  page
    .locator('form input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))

test('a key that is stored on this device opens with its passphrase in every new tab', async ({
  page,
  context,
  account,
}) => {
  account.addTasks([{ status: 'pending' }])
  await page.goto('/tasks')
  await showMoreOptions(page)
  await page.getByRole('radio', { name: /^On this device/ }).check()
  const ofGate = ['off', 'off', null, null, 'username', 'new-password', null]
  expect(await fieldKinds(page)).toEqual(ofGate)

  await test.step('a passphrase that keeps nothing safe is not taken', async () => {
    await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
    for (const text of ['', 'eleven char']) {
      await passphrase(page).fill(text)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(passphrase(page)).toHaveAccessibleDescription(/^Use at least 12 characters\./)
      await expect(passphrase(page)).toBeFocused()
    }
    expect((await storedVault(page)).text).toBe('')
  })

  await giveKey(page, account.apiKey, 'Shop', PASSPHRASE)
  await expect(header(page, 'Shop')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(
    new RegExp(`${account.apiKey}|Shop|${PASSPHRASE}`),
  )
  await page.reload()
  await expect(taskRows(page)).toHaveCount(1)
  await page.close()

  const later = await context.newPage()
  await later.goto('/tasks?status=pending')
  await expect(later.getByRole('heading', { name: 'Unlock your accounts' })).toBeVisible()
  await expect(passphrase(later)).toBeFocused()
  expect((await fieldKinds(later)).slice(0, 2)).toEqual(['username', 'current-password'])
  await unlock(later, 'correct horse batterY')
  await expect(passphrase(later)).toHaveAccessibleDescription(/does not open the accounts/)
  await expect(passphrase(later)).toHaveValue('correct horse batterY')
  await test.step('the passphrase is not sent as a key', async () => {
    const sent: string[] = []
    later.on('request', (request) => sent.push(request.url()))
    await later.getByText('Connect with another key').click()
    const key = later.getByRole('textbox', { name: 'API key' })
    for (const typed of [PASSPHRASE, ` ${PASSPHRASE} `]) {
      await key.fill(typed)
      await later.getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(key).toHaveAccessibleDescription(/^This is the passphrase of this device/)
      await expect(key).toBeFocused()
    }
    // A text that is neither is refused as before.
    await key.fill('correct horse')
    await later.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(key).toHaveAccessibleDescription(/characters that cannot be sent/)
    expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
  })
  await unlock(later)
  await expect(header(later, 'Shop')).toBeVisible()
  await expect(later).toHaveURL(/\/tasks\?status=pending$/)
  await expect(taskRows(later)).toHaveCount(1)
})

test('all accounts of the device have one passphrase; each change appears in every open tab', async ({
  page,
  context,
  newAccount,
}) => {
  const [first, second, third] = [newAccount(), newAccount(), newAccount()]
  const accountsIn = (tab: Page) =>
    tab.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await page.goto('/accounts')
  await page.getByRole('textbox', { name: 'API key' }).fill(first.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Keep on this device: Account 1' }).click()
  await passphrase(page).fill(PASSPHRASE)
  await page.getByRole('dialog').getByRole('button', { name: 'Keep on this device' }).click()
  await expect(accountsIn(page)).toContainText('Kept on this device, locked with a passphrase')
  const other = await context.newPage()
  await other.goto('/tasks')
  await unlock(other)
  await expect(header(other, 'Account 1')).toBeVisible()

  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await addAccount(page, 'Mill', second.apiKey, true)
  await addAccount(page, 'Guest', third.apiKey)
  await switchTo(other, 'Mill')
  await expect(header(other, 'Mill')).toBeVisible()
  await openAccounts(other)
  // What a tab keeps is its own.
  await expect(accountsIn(other)).toHaveCount(2)

  await openAccounts(page)
  await page.getByRole('button', { name: 'Edit account: Mill' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Account name' })
  await name.fill('Windmill')
  await name.press('Enter')
  await expect(header(other, 'Windmill')).toBeVisible()
  await page.getByRole('button', { name: 'Edit account: Windmill' }).click()
  await page.getByRole('checkbox', { name: 'Read-only (support)' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('banner').getByText('Read-only')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out of Windmill' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(header(other, 'Account 1')).toBeVisible()
  expect(await storedText(other)).not.toContain(second.apiKey)
})

test('the accounts are taken to another computer as an encrypted file', async ({
  page,
  browser,
  baseURL,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  first.addTasks([{ status: 'pending' }])
  await connectOnDevice(page, 'Shop', first.apiKey)
  await addAccount(page, 'Mill', second.apiKey, true)
  await openAccounts(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export accounts' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^marquee-accounts-\d{4}-\d\d-\d\d\.json$/)
  const file = await download.path()
  expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`${first.apiKey}|Shop|${PASSPHRASE}`))
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const elsewhere = await context.newPage()
  await elsewhere.goto('/tasks')
  await elsewhere.getByRole('button', { name: 'Import accounts' }).click()
  const dialog = elsewhere.getByRole('dialog', { name: 'Import accounts' })
  const chosen = dialog.getByLabel('Accounts file')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(chosen).toHaveAccessibleDescription(/Choose the file/)
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE)
  for (const [name, text, words] of [
    ['x.csv', 'a,b', /not a Marquee accounts file/],
    ['cut.json', readFileSync(file, 'utf8').slice(0, -40), /This file is damaged/],
  ] as const) {
    await chosen.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(chosen).toHaveAccessibleDescription(words)
  }
  await chosen.setInputFiles(file)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(header(elsewhere, 'Mill')).toBeVisible()
  await switchTo(elsewhere, 'Shop')
  await expect(taskRows(elsewhere)).toHaveCount(1)
  await context.close()
})

test('if the device cannot store a key, the tab stores it, and the screen says so', async ({
  page,
  context,
  account,
}) => {
  await page.goto('/tasks')
  await page.evaluate(() => {
    // To the last character.
    for (let size = 5_000_000, part = 0; size >= 1; part += 1) {
      try {
        localStorage.setItem(`other-${part}`, 'x'.repeat(size))
      } catch {
        size = Math.floor(size / 2)
      }
    }
  })
  await connectOnDevice(page, 'Shop', account.apiKey)
  const note = page.getByText('The browser did not save it on this device')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(header(page, 'Shop')).toBeVisible()

  const insecure = await context.newPage()
  await insecure.addInitScript(() => {
    // As over plain HTTP from another machine.
    Reflect.deleteProperty(Crypto.prototype, 'subtle')
  })
  await insecure.goto('/tasks')
  await showMoreOptions(insecure)
  const onDevice = insecure.getByRole('radio', { name: /^On this device/ })
  await expect(onDevice).toBeDisabled()
  await expect(onDevice).toHaveAccessibleDescription(/only over https/)
})
