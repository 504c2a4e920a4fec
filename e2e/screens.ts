import type { Locator, Page } from '@playwright/test'

/** What stories do over and over, in the words of the screens. */

/** Connects at the gate with a key and waits for the screen behind it. */
export async function connect(page: Page, apiKey: string, address = '/tasks'): Promise<void> {
  await page.goto(address)
  await enterKey(page, apiKey)
}

/** connect, where the gate is on screen already. */
export async function enterKey(page: Page, apiKey: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
}

/** Waits until the page has loaded what its other screens and its dialogs need: call it before it is opened. */
export async function waitForAllCode(page: Page): Promise<void> {
  const chunks = [/replace-key-dialog-/, /list-empty-/, /\/posters-/, /\/poster-tasks-/]
  await Promise.all(
    chunks.map(async (chunk) => {
      const response = await page.waitForResponse(chunk, { timeout: 20_000 })
      return response.finished()
    }),
  )
}

/** Opens the dialog that takes another key, fills that in and has it checked. */
export async function replaceKey(page: Page, apiKey: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Replace key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  return dialog
}

/** Presses the button that forgets the key at work. */
export async function forgetKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Forget key' }).click()
}

/** The rows of the table, without its header. */
export function taskRows(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Video tasks' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/** Fills in the poster form. */
export async function fillPoster(page: Page, imageUrl: string, scene: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Image URL' }).fill(imageUrl)
  await page.getByRole('radio', { name: scene }).check()
}

/** The button that sends the poster form. */
export function submitPoster(page: Page): Locator {
  return page.getByRole('button', { name: 'Create poster task' })
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
