import type { Locator, Page } from '@playwright/test'

import { images } from './outside-world.ts'
import { submitPoster } from './screens.ts'

/** Steps that tests of several posters at once share. */

const { portrait } = images

/** A different image address for each number. */
export const picture = (number: number) => `${portrait}?${String(number)}`
/** That many different image addresses. */
export const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => picture(index + 1))

/** The heading of posters that were all sent. */
export const DONE = 'Nothing is left to send.'

/** The field for one image URL. */
export const imageField = (page: Page) =>
  page.getByRole('textbox', { name: 'Image URL', exact: true })

/** The images of the form, if there are several. */
export const tiles = (page: Page) =>
  page.getByRole('list', { name: /^\d+ images?$/ }).getByRole('listitem')

/** The addresses of the images of the form, as they stand on the tiles. */
export const tileUrls = async (page: Page) =>
  tiles(page)
    .locator('p[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')))

/** Pastes a text into the field for an image URL. A single line is typed, as a browser inserts it by itself. */
export async function paste(page: Page, text: string): Promise<void> {
  if (text.includes('\n')) await pasteInto(imageField(page), text)
  else await imageField(page).fill(text)
}

/** Gives a pasted text to a field. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const init = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', init))
  }, text)
}

/** Fills in the form. */
export async function fillIn(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await paste(page, urls.join('\n'))
  if (scenes.length !== 1) await page.getByRole('checkbox', { name: 'More than one scene' }).check()
  for (const scene of scenes) {
    const group = page.getByRole(scenes.length === 1 ? 'radiogroup' : 'group', {
      name: 'Poster scene',
    })
    await group.getByLabel(scene).check()
  }
}

/** The question before several are sent. */
export const question = (page: Page) =>
  page.getByRole('dialog', { name: /^Create \d+ posters?\?$/ })

/** Fills in the form for several posters, and presses its button. */
export async function plan(
  page: Page,
  urls: readonly string[],
  ...scenes: string[]
): Promise<void> {
  await fillIn(page, urls, ...scenes)
  await submitPoster(page).click()
}

/** The button that begins to send. */
export function confirmPlan(page: Page): Locator {
  return question(page).getByRole('button', { name: /^Create \d+ posters?$/ })
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

/** How far the posters are, or why they stopped. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name })
}

/** A tile for each of several posters. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Posters of this batch' }).getByRole('listitem')
}

/** The button that resumes sending. */
export function resume(page: Page): Locator {
  return page.getByRole('button', { name: 'Resume', exact: true })
}
