import type { Locator, Page } from '@playwright/test'

import { images } from './outside-world.ts'

/** Steps that tests of batches share. */

const { portrait } = images

/** A different image address for each number. */
export const picture = (number: number) => `${portrait}?${String(number)}`
/** That many different image addresses. */
export const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => picture(index + 1))

/** The text of a finished batch. */
export const DONE = 'Nothing is left to send.'

/** Opens the batch form and fills it in. */
export async function fillIn(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await page.getByRole('button', { name: 'Create a batch…' }).click()
  await page.getByRole('textbox', { name: 'Image URLs' }).fill(urls.join('\n'))
  for (const scene of scenes) await page.getByRole('checkbox', { name: scene }).check()
}

/** Fills in the batch form and asks for the plan. */
export async function plan(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await fillIn(page, urls, ...scenes)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}

/** The button that begins to send. */
export function confirmPlan(page: Page): Locator {
  return page.getByRole('button', { name: /^Create \d+ poster tasks?$/ })
}

/** Makes a plan and confirms it. */
export async function sendSeveral(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await plan(page, urls, ...scenes)
  await confirmPlan(page).click()
}

/** The status of the batch, or why it stopped. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name })
}

/** A row for each poster of the batch. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Posters of this batch' }).getByRole('listitem')
}

/** The button that resumes a batch. */
export function resume(page: Page): Locator {
  return page.getByRole('button', { name: 'Resume', exact: true })
}
