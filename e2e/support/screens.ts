import { expect, type Locator, type Page } from '@playwright/test'

/** Steps that tests of all screens share. */

/** Connects with a key and waits for the screen behind it. */
export async function connect(page: Page, apiKey: string, address = '/tasks'): Promise<void> {
  await page.goto(address)
  await enterKey(page, apiKey)
}

/** Like connect, where the connect screen is shown already. */
export async function enterKey(page: Page, apiKey: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
}

/**
 * Waits until the page has loaded the code of all its screens and dialogs, which it does by itself
 * some seconds after it was opened.
 */
export async function waitForAllCode(page: Page): Promise<void> {
  await page.locator('html[data-code=complete]').waitFor({ state: 'attached', timeout: 20_000 })
}

/** Opens the dialog for another key, fills it in and submits it. */
export async function replaceKey(page: Page, apiKey: string): Promise<Locator> {
  await openAccountMenu(page)
  // A stopped batch has such a button, too.
  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: 'Edit account', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  return dialog
}

/** Console messages about a stopped host, on a new connection or on one in use. */
export const HOST_IS_GONE =
  /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/

/** Opens the menu of the account at work. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
}

/** Chooses the theme or the language, in either language. */
export async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(?:Account:|账户：)/ }).click()
  await page.getByRole('button', { name }).click()
}

/** Signs the current account out, and confirms if something would be lost. */
export async function signOut(page: Page, options: { losesSomething?: true } = {}): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  if (options.losesSomething === undefined) return
  const question = page.getByRole('dialog', { name: /^Sign out of/ })
  await question.getByRole('button', { name: 'Sign out' }).click()
}

/** The field that searches all tasks. */
export function searchField(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search all tasks' })
}

/** Searches all tasks. */
export async function search(page: Page, text: string): Promise<void> {
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
}

/** Chooses a value in the list options, and closes them. */
export async function chooseOption(
  page: Page,
  name: 'Scene' | 'Rows per page',
  value: string,
): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click()
  const dialog = page.getByRole('dialog', { name: 'List options' })
  await dialog.getByRole('combobox', { name }).selectOption(value)
  await page.keyboard.press('Escape')
}

/** The rows of the table, without its header. */
export function taskRows(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Video tasks' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/**
 * Expects the title that the status of a row shows below the pointer. It is written when the pointer comes, so a list that
 * arrives later needs the pointer to come again.
 */
export async function expectStatusTitle(row: Locator, title: string | RegExp): Promise<void> {
  const badge = row.locator('.column-status > span')
  await expect(async () => {
    await row.page().mouse.move(0, 0)
    await badge.hover()
    expect(await badge.getAttribute('title')).toMatch(title)
  }).toPass({ intervals: [50] })
}

/** Fills in the poster form. */
export async function fillPoster(page: Page, imageUrl: string, scene: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Image URL' }).fill(imageUrl)
  await page.getByRole('radio', { name: scene }).check()
}

/** The button that sends the poster form, or asks about several posters. */
export function submitPoster(page: Page): Locator {
  const form = page.getByRole('form', { name: 'Create poster' })
  return form.getByRole('button', { name: /^Create (?:poster|\d+ posters)$/ })
}

/** The panel of the poster that was just created. */
export function receipt(page: Page): Locator {
  return page.getByRole('region', { name: /^Created/ })
}

/** Unfolds what the reply said of the poster that was just created. @returns the ID of its task */
export async function createdUuid(page: Page): Promise<string> {
  await receipt(page).getByText('Details', { exact: true }).click()
  const uuid = await receipt(page).getByRole('definition').first().innerText()
  return uuid.trim()
}

/** Counts the creations that leave the page from now on. */
export function countCreations(page: Page): { readonly sent: number } {
  const count = { sent: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/plugins/poster/tasks')) {
      count.sent += 1
    }
  })
  return count
}

/** The clipboard's content, by pasting: pages of the app must not read the clipboard. */
export async function pasted(page: Page): Promise<string> {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea></textarea>')
  await paper.locator('textarea').press('ControlOrMeta+V')
  const text = await paper.locator('textarea').inputValue()
  await paper.close()
  return text
}
