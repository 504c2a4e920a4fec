import type { Browser, Page } from '@playwright/test'

import { addAccount, giveKey, header, showMoreOptions } from './account-screens.ts'

/** An account to connect in a tab. */
export interface TabAccount {
  readonly name: string
  readonly apiKey: string
  /** the key is connected although the service does not confirm it */
  readonly isUnconfirmed?: true
  readonly isReadOnly?: true
}

/**
 * The storage of a tab and its browser after accounts were connected. It is copied and never read. The app
 * locks such a tab after an hour without use.
 */
export interface ConnectedTab {
  readonly session: readonly (readonly [name: string, text: string])[]
  readonly local: readonly (readonly [name: string, text: string])[]
}

/**
 * Connects accounts through the forms, as a person does, in a new browser context.
 *
 * @param baseURL origin of the host
 * @param accounts the last one is at work afterwards
 */
export async function connectTab(
  browser: Browser,
  baseURL: string,
  accounts: readonly TabAccount[],
): Promise<ConnectedTab> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block', locale: 'en-GB' })
  const page = await context.newPage()
  const [first, ...others] = accounts
  if (first !== undefined) await connectFirst(page, first)
  for (const { name, apiKey } of others) await addAccount(page, name, apiKey)
  const tab = await copyTab(page)
  await context.close()
  return tab
}

/** Copies the storage of a page's tab and its browser. */
export async function copyTab(page: Page): Promise<ConnectedTab> {
  return page.evaluate(() => ({
    session: Object.entries(sessionStorage),
    local: Object.entries(localStorage),
  }))
}

async function connectFirst(
  page: Page,
  { name, apiKey, isUnconfirmed, isReadOnly }: TabAccount,
): Promise<void> {
  await page.goto('/accounts')
  if (isReadOnly === true) {
    await showMoreOptions(page)
    await page.getByRole('checkbox', { name: /^Read-only/ }).check()
  }
  await giveKey(page, apiKey, name)
  if (isUnconfirmed === true) await page.getByRole('button', { name: 'Connect anyway' }).click()
  await header(page, name).waitFor()
}

/** Makes a new page start like a connected tab that is opened again. Call it before the first load. */
export async function openConnected(page: Page, tab: ConnectedTab): Promise<void> {
  await page.addInitScript(({ session, local }) => {
    // Later loads use what the app itself has stored.
    if (sessionStorage.length > 0) return
    for (const [name, text] of session) sessionStorage.setItem(name, text)
    for (const [name, text] of local) localStorage.setItem(name, text)
  }, tab)
}
