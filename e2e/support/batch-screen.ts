import type { Locator, Page } from '@playwright/test'

import { images } from './outside-world.ts'

/** What tests do with several posters at once, in the words of the screen. */

const { portrait } = images

/** A picture of its own for each number. */
export const picture = (number: number) => `${portrait}?${String(number)}`
/** So many different pictures. */
export const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => picture(index + 1))

/** What a batch says at its end. */
export const DONE = 'Nothing is left to send.'

/** Opens the batch in the form's place and asks for the plan of what is entered. */
export async function plan(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await page.getByRole('button', { name: 'Several at once…' }).click()
  await page.getByRole('textbox', { name: 'Image URLs' }).fill(urls.join('\n'))
  for (const scene of scenes) await page.getByRole('checkbox', { name: scene }).check()
  await page.getByRole('button', { name: 'See the plan' }).click()
}

/** The button that begins to send. */
export function confirmPlan(page: Page): Locator {
  return page.getByRole('button', { name: /^Create \d+ poster tasks?$/ })
}

/** Has a plan made, and confirms it. */
export async function sendSeveral(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await plan(page, urls, ...scenes)
  await confirmPlan(page).click()
}

/** What the batch does, or why it does not. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name })
}

/** A row for each poster of the batch. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Posters of this batch' }).getByRole('listitem')
}

/** The button that has a batch go on. */
export function resume(page: Page): Locator {
  return page.getByRole('button', { name: 'Resume', exact: true })
}
