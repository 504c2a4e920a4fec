import { expect, type Locator, type Page } from '@playwright/test'

import { openAccountMenu } from './screens.ts'

/** Steps that tests of accounts share. */

export const PASSPHRASE = 'correct horse battery'

/** The button in the header that names the account at work. */
export function header(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^Account: ${name} `) })
}

/** Shows the options of the form for a key, if it has any. */
export async function showMoreOptions(form: Page | Locator): Promise<void> {
  await form.getByRole('textbox', { name: 'API key' }).waitFor()
  const more = form.getByRole('button', { name: 'More options' })
  if ((await more.count()) === 0) return
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

/** Fills in the form for a key and sends it. @param passphrase default: the key is kept in the tab */
export async function giveKey(
  form: Page | Locator,
  apiKey: string,
  name: string,
  passphrase?: string,
): Promise<void> {
  await form.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await showMoreOptions(form)
  await form.getByRole('textbox', { name: 'Account name' }).fill(name)
  if (passphrase !== undefined) {
    await form.getByRole('radio', { name: /^On this device/ }).check()
    const box = form.getByRole('textbox', { name: 'Passphrase' })
    if (passphrase !== '') await box.fill(passphrase)
  }
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Connects under a name, in this tab only. */
export async function connectAs(page: Page, name: string, apiKey: string, address = '/tasks') {
  await page.goto(address)
  await giveKey(page, apiKey, name)
  await expect(header(page, name)).toBeVisible()
}

/** Connects, and keeps the key on this device. */
export async function connectOnDevice(page: Page, name: string, apiKey: string): Promise<void> {
  await page.goto('/tasks')
  await giveKey(page, apiKey, name, PASSPHRASE)
  await expect(header(page, name)).toBeVisible()
}

/** Adds an account through the menu. @param onDevice the vault is open: no passphrase is asked for */
export async function addAccount(
  page: Page,
  name: string,
  apiKey: string,
  onDevice = false,
): Promise<void> {
  await openAccountMenu(page)
  // The page of accounts has such a button, too.
  await page.getByRole('banner').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await giveKey(dialog, apiKey, name, onDevice ? '' : undefined)
  await expect(header(page, name)).toBeVisible()
}

/** Goes to another open account through the menu. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('group', { name: 'Switch account' }).getByRole('button', { name }).click()
}

/** Locks through the menu. */
export async function lock(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
}

/** Opens the vault on the connect screen. */
export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** Goes to the page of accounts through the menu. */
export async function openAccounts(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'All accounts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
}

/** The content of sessionStorage and localStorage as one text. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  )
}
