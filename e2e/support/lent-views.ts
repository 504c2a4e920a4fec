import { expect, type Locator, type Page } from '@playwright/test'

import { openAccountMenu } from './screens.ts'

/** Steps that tests of lent views share. */

export const lendDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Let someone look' })

/** Opens the dialog from the menu. */
export async function openLending(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Let someone look…' }).click()
}

/** Makes the link in the open dialog. */
export async function makeLink(page: Page, note = ''): Promise<string> {
  await lendDialog(page).getByRole('textbox', { name: 'Note' }).fill(note)
  await lendDialog(page).getByRole('button', { name: 'Make the link' }).click()
  await expect(lendDialog(page)).toContainText('The link works until')
  return lendDialog(page).getByRole('textbox', { name: 'Link' }).inputValue()
}
