import { expect, type Locator, type Page } from '@playwright/test'

import { pasted } from './screens.ts'

/** Steps that tests of task details share. */

/** The panel, which is a sheet on a phone. */
export function details(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Task details' })
}

/** Shows the actions that are not in sight at first. */
export async function showMore(page: Page): Promise<void> {
  const more = details(page).getByRole('button', { name: 'More', exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

/** Presses a button that copies. @returns what a person would find when they paste */
export async function copied(page: Page, button: string): Promise<string> {
  await showMore(page)
  await details(page).getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  return pasted(page)
}
